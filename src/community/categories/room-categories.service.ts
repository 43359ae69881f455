import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import { RoomEventsService } from '../rooms/room-events.service.js';
import type {
  KeptRoomCategoriesAnswer,
  KeptRoomCategoryAnswer,
  NewRoomCategoryInput,
  RoomCategoryInput,
} from './room-categories.dto.js';
import { RoomCategoryRepository } from './room-category.repository.js';

@Injectable()
export class RoomCategoriesService {
  constructor(
    private readonly categories: RoomCategoryRepository,
    private readonly roomEvents: RoomEventsService,
    private readonly events: EventsService,
    private readonly database: DatabaseService,
  ) {}

  async list(): Promise<KeptRoomCategoriesAnswer> {
    return { categories: await this.categories.list() };
  }

  create(adminId: string, input: NewRoomCategoryInput): Promise<KeptRoomCategoryAnswer> {
    return this.database.transaction(async () => {
      const category = await this.categories.insert(input);
      this.record('admin.room_category_created', adminId, category);
      return asAnswer({ category });
    });
  }

  update(id: string, adminId: string, input: RoomCategoryInput): Promise<KeptRoomCategoryAnswer> {
    return this.database.transaction(async () => {
      const category = isUuid(id) ? await this.categories.update(id, input) : undefined;
      if (!category) throw notFound('Category');
      this.record('admin.room_category_updated', adminId, { id: category.id, ...input });
      return { category };
    });
  }

  /** The rooms of the category stay and have no category afterwards. */
  delete(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      if (!isUuid(id) || !(await this.categories.lock(id))) throw notFound('Category');
      const rooms = await this.categories.removeRooms(id);
      for (const room of rooms) this.roomEvents.announceRoom(room.id, room.json, adminId);
      await this.categories.delete(id);
      this.record('admin.room_category_deleted', adminId, { id });
    });
  }

  private record(type: string, actor_id: string, data: object): void {
    this.events.record({ type, actor_id, data, staff: true });
  }
}
