import type { Standing } from '../places/standing.js';

const HOUR_MS = 3_600_000;
const NEWCOMER_MS = 24 * HOUR_MS;
const TRUSTED_MS = 30 * 24 * HOUR_MS;

/** Whether an author may still change what he wrote then; for the staff there is no end. */
export const mayStillEdit = ({ isStaff, isTrusted }: Standing, created: Date) =>
  isStaff || Date.now() - created.getTime() < (isTrusted ? TRUSTED_MS : NEWCOMER_MS);
