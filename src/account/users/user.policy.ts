import { Refusal } from '../../platform/http/refusal.js';

/** Of those who are admins and may sign in. */
export const isLast = (id: string, admins: string[]) => admins.length === 1 && admins[0] === id;

/** Whoever proved that the account is his may know why it does not open. */
export function refuseInactive(status: string): void {
  if (status === 'banned') throw new Refusal(403, 'Account banned');
  if (status !== 'active') throw new Refusal(403, 'Account suspended');
}
