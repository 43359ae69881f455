import type { Caller } from '../../platform/access/access.js';
import { forbidden, refusal } from '../../platform/http/refusal.js';
import type { AdminChanges, AdministeredUser } from './user.repository.js';

/** `admins` are the admins who can sign in. */
export const isLast = (id: string, admins: string[]) => admins.length === 1 && admins[0] === id;

export const accountBanned = refusal(403, 'Account banned');
export const accountSuspended = refusal(403, 'Account suspended');

/** Call this only after the caller proved that the account is theirs: the answer tells its status. */
export function refuseInactive(status: string): void {
  if (status === 'banned') throw accountBanned();
  if (status !== 'active') throw accountSuspended();
}

export const serviceRoleStays = refusal(409, 'A service account keeps its role');
export const ownRole = refusal(409, 'You cannot change your own role');
export const ownLockout = refusal(409, 'You cannot shut yourself out');
export const lastAdminRole = refusal(409, 'The last admin cannot be demoted');
export const lastAdminLockout = refusal(409, 'The last admin cannot be shut out');
export const lastAdminStays = refusal(409, 'The last admin cannot be deleted');

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
  if (role && currentRole === 'service_role') throw serviceRoleStays();
  if (role && id === caller.id) throw ownRole();
  if (locksOut && id === caller.id) throw ownLockout();
  if (isLast(id, admins)) {
    if (role) throw lastAdminRole();
    if (locksOut) throw lastAdminLockout();
  }
  // Another admin may have demoted or suspended the caller after the request was authenticated.
  if ((role || user_status) && caller.role === 'admin' && !admins.includes(caller.id)) throw forbidden();
}
