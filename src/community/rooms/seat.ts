import { Refusal } from '../../platform/http/refusal.js';

/** What somebody is in a room, and what he may not. */
export interface Seat {
  room_id: string;
  owner_id: string | null;
  is_private: boolean;
  role: 'admin' | 'member' | null;
  is_banned: boolean;
  is_muted: boolean;
  /** Seconds; null where it has no end. */
  muted_for: number | null;
  is_owner: boolean;
  /** Staff reads and administers every room. */
  is_staff: boolean;
}

/** Whether the room is there for him: an owner who has left still finds it. */
export const sees = ({ is_staff, is_banned, is_private, role, is_owner }: Seat) =>
  is_staff || (!is_banned && (!is_private || role !== null || is_owner));

export const administers = ({ role, is_staff }: Seat) => role === 'admin' || is_staff;

/** Only that he is staff lets him do what those do who administer the room: the audit log tells of it. */
export const isForeign = ({ is_staff, role, is_owner }: Seat) => is_staff && role !== 'admin' && !is_owner;

/** Why he may not write or react there; undefined where he may. */
export function silenced({ role, is_banned, is_muted, muted_for }: Seat): Refusal | undefined {
  if (is_banned) return banned();
  if (!role) return outside();
  if (is_muted) {
    return new Refusal(
      403,
      'You are muted in this room',
      muted_for === null ? {} : { retryAfterSeconds: muted_for },
    );
  }
  return undefined;
}

export const banned = () => new Refusal(403, 'You are banned from this room');
export const outside = () => new Refusal(403, 'Join the room first');
