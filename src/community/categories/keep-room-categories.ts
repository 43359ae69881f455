import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import { ROOM_JSON } from '../rooms/room-json.js';
import { RoomNews } from '../rooms/room-news.js';
import type { KeptRoomCategory, NewRoomCategoryInput, RoomCategoryInput } from './room-categories.io.js';

const ROW = 'id, name, icon, position';

const ALL = sql(
  'room_categories_kept',
  `SELECT ${ROW} FROM community.room_categories ORDER BY position, name, id`,
);
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
/** No room comes to it any more. */
const HOLD = sql('room_category_hold', 'SELECT FROM community.room_categories WHERE id = $1 FOR UPDATE');
const EMPTY = sql(
  'room_category_empty',
  `WITH held AS (
     SELECT id FROM community.rooms WHERE category_id = $1 ORDER BY id FOR NO KEY UPDATE
   )
   UPDATE community.rooms r SET category_id = NULL, updated_at = now() FROM held WHERE r.id = held.id
   RETURNING r.id, ${ROOM_JSON}::text AS json`,
);
const DELETE = sql('room_category_delete', 'DELETE FROM community.room_categories WHERE id = $1');

/** What staff does with the categories of rooms. */
@Injectable()
export class KeepRoomCategories extends Repository {
  constructor(
    database: Database,
    private readonly news: RoomNews,
    private readonly outbox: Outbox,
  ) {
    super(database);
  }

  all(): Promise<KeptRoomCategory[]> {
    return this.rows<KeptRoomCategory & object>(ALL);
  }

  create(adminId: string, { name, icon, position }: NewRoomCategoryInput): Promise<KeptRoomCategory> {
    return this.database.transaction(async () => {
      const made = await this.one<KeptRoomCategory & object>(INSERT, name, icon ?? null, position ?? null);
      this.record('admin.room_category_created', adminId, { ...made });
      return made as KeptRoomCategory;
    });
  }

  update(id: string, adminId: string, input: RoomCategoryInput): Promise<KeptRoomCategory> {
    const { name, icon, position } = input;
    const values = [name ?? null, icon !== undefined, icon ?? null, position ?? null];
    return this.database.transaction(async () => {
      const row = isUuid(id) ? await this.one<KeptRoomCategory & object>(UPDATE, id, ...values) : undefined;
      if (!row) throw notFound('Category');
      this.record('admin.room_category_updated', adminId, { id: row.id, ...input });
      return row;
    });
  }

  /** Its rooms have none from then on. */
  delete(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      if (!isUuid(id) || !(await this.count(HOLD, id))) throw notFound('Category');
      const left = await this.rows<{ id: string; json: string }>(EMPTY, id);
      for (const room of left) this.news.updated(room.id, room.json, adminId);
      await this.count(DELETE, id);
      this.record('admin.room_category_deleted', adminId, { id });
    });
  }

  private record(type: string, actor_id: string, data: object): void {
    this.outbox.record({ type, actor_id, data, staff: true });
  }
}
