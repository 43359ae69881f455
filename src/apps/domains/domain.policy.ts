import { notFound, Refusal } from '../../platform/http/refusal.js';
import { SECOND } from '../kernel/calendar/wall-clock.js';
import type { Domain } from './entities/domain.entity.js';

const REST = 10 * SECOND;

/** A removed domain is kept for its short links alone. */
export function expectThere({ status }: Pick<Domain, 'status'>): void {
  if (status === 'removed') throw notFound('Domain');
}

/** Owners may ask for a check every ten seconds. */
export function expectRested({ last_checked_at }: Pick<Domain, 'last_checked_at'>): void {
  const left = +(last_checked_at ?? 0) + REST - Date.now();
  if (left > 0)
    throw new Refusal(409, `Checked a moment ago, try again in ${Math.min(Math.ceil(left / SECOND), 10)} seconds`);
}
