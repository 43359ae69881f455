import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import type { Readable } from '../../realtime/stream-keeper.port.js';
import type { Seat } from './seat.js';

type Found = Omit<Seat, 'is_owner' | 'is_staff'>;

/** Whoever comes, goes or writes in a room takes its row first: so all of it has one order. */
export const LOCK_ROOM = sql('room_lock', 'SELECT FROM community.rooms WHERE id = $1 FOR NO KEY UPDATE');
const SEAT = sql(
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

/** In the order of the questions: the same as of one, for many. */
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

@Injectable()
export class SeatRepository extends Repository {
  async find(roomId: string, userId: string, isStaff: boolean): Promise<Seat | undefined> {
    const found = await this.one<Found & object>(SEAT, roomId, userId);
    return found && { ...found, is_owner: found.owner_id === userId, is_staff: isStaff };
  }

  /** As it is when everybody before has finished: until the transaction ends nobody else comes, goes or writes. */
  async hold(roomId: string, userId: string, isStaff: boolean): Promise<Seat | undefined> {
    // Sent together; what the second sees is what the first has waited for.
    const [, seat] = await Promise.all([this.rows(LOCK_ROOM, roomId), this.find(roomId, userId, isStaff)]);
    return seat;
  }

  /** What each of these users may of the room at the same place. */
  async readable(roomIds: string[], userIds: string[]): Promise<Readable[]> {
    const rows = await this.rows<{ answer: Readable }>(READABLE, roomIds, userIds);
    return rows.map(({ answer }) => answer);
  }
}
