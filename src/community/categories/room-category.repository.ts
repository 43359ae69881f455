import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { ROOM_JSON } from '../rooms/access/room.sql.js';
import type { KeptRoomCategory, NewRoomCategoryInput, RoomCategoryInput } from './room-categories.dto.js';

const ROW = 'id, name, icon, position';

const LIST = sql('room_categories_kept', `SELECT ${ROW} FROM community.room_categories ORDER BY position, name, id`);
const INSERT = sql(
  'room_category_insert',
  `INSERT INTO community.room_categories (name, icon, position)
   VALUES ($1, $2, coalesce($3, (SELECT coalesce(max(position), 0) + 1 FROM community.room_categories)))
   RETURNING ${ROW}`,
);
const UPDATE = sql(
  'room_category_update',
  `UPDATE community.room_categories SET name = coalesce($2, name), icon = CASE WHEN $3 THEN $4 ELSE icon END,
     position = coalesce($5, position)
   WHERE id = $1 RETURNING ${ROW}`,
);
/** The lock keeps rooms from being added to the category until it is deleted. */
const LOCK = sql('room_category_hold', 'SELECT FROM community.room_categories WHERE id = $1 FOR UPDATE');
const REMOVE_ROOMS = sql(
  'room_category_empty',
  `WITH held AS (
     SELECT id FROM community.rooms WHERE category_id = $1 ORDER BY id FOR NO KEY UPDATE
   )
   UPDATE community.rooms r SET category_id = NULL, updated_at = now() FROM held WHERE r.id = held.id
   RETURNING r.id, ${ROOM_JSON}::text AS json`,
);
const DELETE = sql('room_category_delete', 'DELETE FROM community.room_categories WHERE id = $1');

@Injectable()
export class RoomCategoryRepository extends BaseRepository {
  list(): Promise<KeptRoomCategory[]> {
    return this.rows<KeptRoomCategory>(LIST);
  }

  async insert({ name, icon, position }: NewRoomCategoryInput): Promise<KeptRoomCategory> {
    const values = [name, icon ?? null, position ?? null];
    return (await this.one<KeptRoomCategory>(INSERT, ...values)) as KeptRoomCategory;
  }

  update(id: string, { name, icon, position }: RoomCategoryInput): Promise<KeptRoomCategory | undefined> {
    const values = [name ?? null, icon !== undefined, icon ?? null, position ?? null];
    return this.one<KeptRoomCategory>(UPDATE, id, ...values);
  }

  /** Returns false when the category does not exist. */
  async lock(id: string): Promise<boolean> {
    return (await this.count(LOCK, id)) > 0;
  }

  /** Returns the rooms that had the category, as JSON. */
  removeRooms(id: string): Promise<{ id: string; json: string }[]> {
    return this.rows(REMOVE_ROOMS, id);
  }

  async delete(id: string): Promise<void> {
    await this.count(DELETE, id);
  }
}
