import { Injectable } from '@nestjs/common';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { type Room, RoomCategory } from './room.entity.js';
import type { KeptRoomCategory, NewRoomCategoryInput } from './rooms.dto.js';

/** Without a position the category comes last. */
const INSERT = sql(
  'room_category_insert',
  `INSERT INTO community.room_categories (name, icon, position)
   VALUES ($1, $2, coalesce($3, (SELECT coalesce(max(position), 0) + 1 FROM community.room_categories)))
   RETURNING id, name, icon, position`,
);
const REMOVE_ROOMS = sql(
  'room_category_empty',
  `WITH held AS (
     SELECT id FROM community.rooms WHERE category_id = $1 ORDER BY id FOR NO KEY UPDATE
   )
   UPDATE community.rooms r SET category_id = NULL, updated_at = now() FROM held WHERE r.id = held.id
   RETURNING r.*`,
);

@Injectable()
export class RoomCategoryRepository extends EntityRepository<RoomCategory> {
  protected readonly entity = RoomCategory;

  list(): Promise<KeptRoomCategory[]> {
    return this.find({}, { order: { position: 'ASC', name: 'ASC', id: 'ASC' } });
  }

  write({ name, icon, position }: NewRoomCategoryInput): Promise<KeptRoomCategory> {
    return this.onlyOne(INSERT, name, icon ?? null, position ?? null);
  }

  /** Returns the rooms that had the category. */
  removeRooms(id: string): Promise<Room[]> {
    return this.rows(REMOVE_ROOMS, id);
  }
}
