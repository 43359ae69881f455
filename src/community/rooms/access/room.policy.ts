import { forbidden, refusal } from '../../../platform/http/refusal.js';

export const banned = refusal(403, 'You are banned from this room');
export const muted = refusal(403, 'You are muted in this room');
export const notMember = refusal(403, 'Join the room first');

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

/** Refuses users who may not write or react in the room. */
export function requireMayWrite({ role, is_banned, is_muted, muted_for }: RoomMembership): void {
  if (is_banned) throw banned();
  if (!role) throw notMember();
  if (is_muted) throw muted(muted_for === null ? {} : { retryAfterSeconds: muted_for });
}

/** Members cannot moderate the owner; only the owner and staff can moderate admins. */
export function requireMayModerate({ is_staff, is_owner }: RoomMembership, target: ModeratedUser): void {
  if (is_staff) return;
  if (target.is_owner || (target.role === 'admin' && !is_owner)) throw forbidden();
}

/** True if only the site role lets the caller moderate this user. */
export const moderatesAsStaff = (membership: RoomMembership, { is_owner, role }: ModeratedUser) =>
  actsAsStaff(membership) || (membership.is_staff && !membership.is_owner && (is_owner || role === 'admin'));
