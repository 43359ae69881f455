import type { Caller } from '../../platform/access/caller.js';
import { forbidden, Refusal } from '../../platform/http/refusal.js';
import { isLast } from '../users/user.policy.js';
import type { AdminChanges, AdministeredUser } from './admin-user.repository.js';

/**
 * Keeps at least one admin who can sign in, and keeps admins from locking themselves out. `admins` are the ids of the
 * admins who can sign in; the transaction holds their lock.
 */
export function refuseChange(
  { id, role: currentRole }: AdministeredUser,
  { role, user_status }: AdminChanges,
  caller: Caller,
  admins: string[],
): void {
  const locksOut = user_status !== undefined && user_status !== 'active';
  if (role && currentRole === 'service_role') throw new Refusal(409, 'A service account keeps its role');
  if (role && id === caller.id) throw new Refusal(409, 'You cannot change your own role');
  if (locksOut && id === caller.id) throw new Refusal(409, 'You cannot shut yourself out');
  if (isLast(id, admins)) {
    if (role) throw new Refusal(409, 'The last admin cannot be demoted');
    if (locksOut) throw new Refusal(409, 'The last admin cannot be shut out');
  }
  // Another admin may have demoted or suspended the caller after the request was authenticated.
  if ((role || user_status) && caller.role === 'admin' && !admins.includes(caller.id)) throw forbidden();
}
