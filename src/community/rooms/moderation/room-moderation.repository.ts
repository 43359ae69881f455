import { Injectable } from '@nestjs/common';
import { Keyset, newestFirst, type Page, type Slice } from '../../../platform/database/page.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { RoomModeration, type RoomModerationEntry } from '../room.entity.js';
import type { ModerationAction } from './room-moderation.dto.js';

type NewEntry = Pick<RoomModerationEntry, 'room_id' | 'user_id'> & {
  moderator_id: string;
  action: ModerationAction;
  duration_minutes?: number | null;
  expires_at?: Date | null;
};

// Returns no row if nothing changes, that is if a mute without an end is repeated.
const MUTE = sql(
  'room_mute',
  `INSERT INTO community.room_moderation AS known (room_id, user_id, action, expires_at)
   VALUES ($1, $2, 'mute', clock_timestamp() + make_interval(mins => $3::int))
   ON CONFLICT (room_id, user_id, action) DO UPDATE SET expires_at = excluded.expires_at, created_at = now()
     WHERE known.expires_at IS DISTINCT FROM excluded.expires_at
   RETURNING expires_at`,
);
const LIFT = sql(
  'room_moderation_lift',
  `DELETE FROM community.room_moderation WHERE room_id = $1 AND user_id = $2 AND action = $3
   RETURNING expires_at IS NULL OR expires_at > clock_timestamp() AS held`,
);
const RECORD = sql(
  'room_moderation_record',
  `INSERT INTO community.room_moderation_log (room_id, user_id, moderator_id, action, duration_minutes, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6)`,
);
const LOG = sql(
  'room_moderation_log',
  `SELECT id, room_id, user_id, moderator_id, action, duration_minutes, expires_at, created_at
   FROM community.room_moderation_log
   WHERE room_id = $1 AND (created_at, id) < ($2, $3::uuid) ORDER BY created_at DESC, id DESC LIMIT $4`,
);
export const MODERATION_FOR_EXPORT = sql(
  'room_moderation_for_export',
  `SELECT room_id, action, expires_at, created_at FROM community.room_moderation
   WHERE user_id = $1 ORDER BY created_at, room_id`,
);

export const LOG_PAGE = new Keyset({ name: 'room-moderation', defaultLimit: 20, maxLimit: 100 });

@Injectable()
export class RoomModerationRepository extends EntityRepository<RoomModeration> {
  protected readonly entity = RoomModeration;

  /** The end of the mute, null if it has none; undefined if nothing changed. */
  async mute(roomId: string, userId: string, minutes: number | null): Promise<Date | null | undefined> {
    return (await this.one<{ expires_at: Date | null }>(MUTE, roomId, userId, minutes))?.expires_at;
  }

  /** Returns false if there was nothing to lift, or a mute that had ended by itself. */
  async lift(roomId: string, userId: string, action: 'mute' | 'ban'): Promise<boolean> {
    return (await this.one<{ held: boolean }>(LIFT, roomId, userId, action))?.held ?? false;
  }

  insertEntry(entry: NewEntry): void {
    const { room_id, user_id, moderator_id, action, duration_minutes = null, expires_at = null } = entry;
    this.atEnd(RECORD, room_id, user_id, moderator_id, action, duration_minutes, expires_at);
  }

  /** Newest first. */
  async page(roomId: string, slice: Slice): Promise<Page<RoomModerationEntry>> {
    const found = await this.rows<RoomModerationEntry>(LOG, roomId, ...newestFirst(slice));
    return LOG_PAGE.cut(found, slice, ({ created_at, id }) => [created_at, id]);
  }
}
