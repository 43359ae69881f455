import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Readable } from '../../../realtime/extension-points.js';
import type { ModeratedUser, RoomMembership } from './room.policy.js';

type MembershipRow = Omit<RoomMembership, 'is_owner' | 'is_staff'>;

/** Every transaction that changes a room's members or messages locks the room's row first, so they have one order. */
const LOCK_ROOM = sql('room_lock', 'SELECT FROM community.rooms WHERE id = $1 FOR NO KEY UPDATE');
const MEMBERSHIP = sql(
  'room_seat',
  `SELECT r.id AS room_id, r.owner_id, r.is_private, m.role, ban.room_id IS NOT NULL AS is_banned,
     mute.room_id IS NOT NULL AS is_muted, extract(epoch FROM mute.expires_at - clock_timestamp())::float8 AS muted_for
   FROM community.rooms r
   LEFT JOIN community.room_members m ON m.room_id = r.id AND m.user_id = $2
   LEFT JOIN community.room_moderation ban ON ban.room_id = r.id AND ban.user_id = $2 AND ban.action = 'ban'
   LEFT JOIN community.room_moderation mute ON mute.room_id = r.id AND mute.user_id = $2 AND mute.action = 'mute'
     AND (mute.expires_at IS NULL OR mute.expires_at > clock_timestamp())
   WHERE r.id = $1`,
);
const FIND_USER = sql(
  'room_member_target',
  `SELECT u.id, m.role, r.owner_id IS NOT DISTINCT FROM u.id AS is_owner FROM community.rooms r
   JOIN account.users u ON u.id = $2 LEFT JOIN community.room_members m ON m.room_id = r.id AND m.user_id = u.id
   WHERE r.id = $1`,
);

/** The rule of `mayRead` for many pairs of a room and a user, in the order of the parameters. */
const READABLE = sql(
  'room_readable',
  `SELECT CASE
     WHEN r.id IS NULL OR u.id IS NULL THEN 'no'
     WHEN u.role IN ('admin', 'service_role') THEN 'yes'
     WHEN ban.room_id IS NOT NULL THEN CASE WHEN r.is_private THEN 'no' ELSE 'banned' END
     WHEN NOT r.is_private OR m.room_id IS NOT NULL OR r.owner_id = u.id THEN 'yes'
     ELSE 'no' END AS answer
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY asked (room_id, user_id, n)
   LEFT JOIN community.rooms r ON r.id = asked.room_id
   LEFT JOIN account.users u ON u.id = asked.user_id
   LEFT JOIN community.room_members m ON m.room_id = r.id AND m.user_id = u.id
   LEFT JOIN community.room_moderation ban ON ban.room_id = r.id AND ban.user_id = u.id AND ban.action = 'ban'
   ORDER BY n`,
);
const JOINED_BY = sql(
  'rooms_joined_by',
  `SELECT r.id FROM community.room_members m JOIN community.rooms r ON r.id = m.room_id WHERE m.user_id = $1
   ORDER BY coalesce(r.last_message_at, r.created_at) DESC, r.id LIMIT $2`,
);

@Injectable()
export class RoomMembershipRepository extends BaseRepository {
  async find(roomId: string, userId: string, isStaff: boolean): Promise<RoomMembership | undefined> {
    const found = await this.one<MembershipRow>(MEMBERSHIP, roomId, userId);
    return found && { ...found, is_owner: found.owner_id === userId, is_staff: isStaff };
  }

  /** Waits for the transactions that hold the room. Until this one ends, nobody else joins, leaves or writes. */
  async lock(roomId: string, userId: string, isStaff: boolean): Promise<RoomMembership | undefined> {
    // Both statements are sent together. The second takes its snapshot after the first got the lock.
    const [, membership] = await Promise.all([this.rows(LOCK_ROOM, roomId), this.find(roomId, userId, isStaff)]);
    return membership;
  }

  findUser(roomId: string, userId: string): Promise<ModeratedUser | undefined> {
    return this.one<ModeratedUser>(FIND_USER, roomId, userId);
  }

  /** What the user at an index may read of the room at the same index. */
  async findReadable(roomIds: string[], userIds: string[]): Promise<Readable[]> {
    const rows = await this.rows<{ answer: Readable }>(READABLE, roomIds, userIds);
    return rows.map(({ answer }) => answer);
  }

  /** The rooms of which the user is a member, the latest activity first. */
  async listJoined(userId: string, limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(JOINED_BY, userId, limit)).map(({ id }) => id);
  }
}
