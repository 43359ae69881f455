import { type Caller, isAdmin } from '../../../platform/access/access.js';

/** Callers of running actions who needed their site role for something that the action decided. */
const relied = new WeakSet<Caller>();

/**
 * Whether the caller may do something because they administer the site. An action asks this last, after ownership and
 * the roles of its app: the change of a caller who needed it stands in the audit trail.
 */
export function allowedBySiteRole(caller: Caller | undefined): boolean {
  if (!caller || !isAdmin(caller)) return false;
  relied.add(caller);
  return true;
}

export const reliedOnSiteRole = (caller: Caller | undefined): boolean => caller !== undefined && relied.has(caller);

/** The same question for what is only shown or left unlimited: it leaves no trace in the audit trail. */
export const seesAsAdmin = (caller: Caller | undefined): boolean => caller !== undefined && isAdmin(caller);
