import { forbidden, Refusal } from '../../platform/http/refusal.js';
import type { Caller } from '../../platform/access/caller.js';
import { isLast } from '../users/user.policy.js';
import type { AdminChanges, AdministeredUser } from './admin-user.repository.js';

/** Those who are admins and may sign in, none of whom changes meanwhile. */
type Admins = string[];

/** Somebody always stays who can take back whatever was changed, and nobody shuts himself out. */
export function refuseChange(
  { id, role: was }: AdministeredUser,
  { role, user_status }: AdminChanges,
  caller: Caller,
  admins: Admins,
): void {
  const shutsOut = user_status !== undefined && user_status !== 'active';
  if (role && was === 'service_role') throw new Refusal(409, 'A service account keeps its role');
  if (role && id === caller.id) throw new Refusal(409, 'You cannot change your own role');
  if (shutsOut && id === caller.id) throw new Refusal(409, 'You cannot shut yourself out');
  if (isLast(id, admins)) {
    if (role) throw new Refusal(409, 'The last admin cannot be demoted');
    if (shutsOut) throw new Refusal(409, 'The last admin cannot be shut out');
  }
  // Demoted, or shut out, by another of them in this moment.
  if ((role || user_status) && caller.role === 'admin' && !admins.includes(caller.id)) throw forbidden();
}
