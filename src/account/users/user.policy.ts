import { Refusal } from '../../platform/http/refusal.js';

/** `admins` are the admins who can sign in. */
export const isLast = (id: string, admins: string[]) => admins.length === 1 && admins[0] === id;

/** Call this only after the caller proved that the account is theirs: the answer tells its status. */
export function refuseInactive(status: string): void {
  if (status === 'banned') throw new Refusal(403, 'Account banned');
  if (status !== 'active') throw new Refusal(403, 'Account suspended');
}
