import type { Standing } from '../places/standing.js';

const HOUR_MS = 3_600_000;
const NEWCOMER_MS = 24 * HOUR_MS;
const TRUSTED_MS = 30 * 24 * HOUR_MS;

/** Whether a text of that time may still be changed: by its author for a while, by the staff at any time. */
export const mayStillEdit = (standing: Standing, created: Date) =>
  Date.now() - created.getTime() < (standing.isTrusted ? TRUSTED_MS : NEWCOMER_MS) || standing.isStaff;
