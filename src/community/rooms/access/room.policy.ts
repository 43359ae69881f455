import { forbidden, Refusal } from '../../../platform/http/refusal.js';

/** The words of refusals that several routes state. */
export const BANNED = 'You are banned from this room';
export const MUTED = 'You are muted in this room';
export const NOT_MEMBER = 'Join the room first';

/** In the order in which members are listed. */
export const ROLES = ['admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** What a user is in a room. */
export interface RoomMembership {
  room_id: string;
  owner_id: string | null;
  is_private: boolean;
  /** Null if the user is not a member. */
  role: Role | null;
  is_banned: boolean;
  is_muted: boolean;
  /** Seconds until the mute ends; null if it has no end. */
  muted_for: number | null;
  is_owner: boolean;
  /** Staff reads and administers every room. */
  is_staff: boolean;
}

/** The user whom an admin of the room promotes, demotes or moderates. */
export type ModeratedUser = {
  id: string;
  role: Role | null;
  is_owner: boolean;
};

/** An owner who left a private room can still read it. */
export const mayRead = ({ is_staff, is_banned, is_private, role, is_owner }: RoomMembership) =>
  is_staff || (!is_banned && (!is_private || role !== null || is_owner));

export const mayAdminister = ({ role, is_staff }: RoomMembership) => role === 'admin' || is_staff;

/** True if only the site role, not the room role, allows what admins do. The audit log records such operations. */
export const actsAsStaff = ({ is_staff, role, is_owner }: RoomMembership) => is_staff && role !== 'admin' && !is_owner;

/** Why the user may not write or react in the room; undefined if they may. */
export function writeRefusal({ role, is_banned, is_muted, muted_for }: RoomMembership): Refusal | undefined {
  if (is_banned) return banned();
  if (!role) return notMember();
  if (is_muted) {
    return new Refusal(403, MUTED, muted_for === null ? {} : { retryAfterSeconds: muted_for });
  }
  return undefined;
}

/** Members cannot moderate the owner; only the owner and staff can moderate admins. */
export function requireMayModerate({ is_staff, is_owner }: RoomMembership, target: ModeratedUser): void {
  if (is_staff) return;
  if (target.is_owner || (target.role === 'admin' && !is_owner)) throw forbidden();
}

/** True if only the site role lets the caller moderate this user. */
export const moderatesAsStaff = (membership: RoomMembership, { is_owner, role }: ModeratedUser) =>
  actsAsStaff(membership) || (membership.is_staff && !membership.is_owner && (is_owner || role === 'admin'));

export const banned = () => new Refusal(403, BANNED);
export const notMember = () => new Refusal(403, NOT_MEMBER);
