import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import { notFound } from '../../platform/http/refusal.js';
import { RoomCategoryCreated, RoomCategoryDeleted, RoomCategoryUpdated } from '../community.events.js';
import { RoomCategoryRepository } from './room-category.repository.js';
import type {
  KeptRoomCategoriesAnswer,
  KeptRoomCategoryAnswer,
  NewRoomCategoryInput,
  RoomCategoryInput,
} from './rooms.dto.js';
import { RoomChanged } from './rooms.events.js';

/** The categories that staff manage. */
@Injectable()
export class RoomCategoriesService {
  constructor(
    private readonly categories: RoomCategoryRepository,
    private readonly events: EventsService,
    private readonly database: DatabaseService,
  ) {}

  async list(): Promise<KeptRoomCategoriesAnswer> {
    return { categories: await this.categories.list() };
  }

  create(adminId: string, input: NewRoomCategoryInput): Promise<KeptRoomCategoryAnswer> {
    return this.database.transaction(async () => {
      const category = await this.categories.write(input);
      this.events.announce(RoomCategoryCreated, category, adminId);
      return asAnswer({ category });
    });
  }

  update(id: string, adminId: string, input: RoomCategoryInput): Promise<KeptRoomCategoryAnswer> {
    return this.database.transaction(async () => {
      // `id` keeps the statement valid where nothing else is given.
      const category = await this.categories.updateOne({ id }, { id, ...input });
      if (!category) throw notFound('Category');
      this.events.announce(RoomCategoryUpdated, { id, ...input }, adminId);
      return { category };
    });
  }

  /** The rooms of the category stay and have no category afterwards. */
  delete(id: string, adminId: string): Promise<void> {
    return this.database.transaction(async () => {
      // The lock keeps rooms from being added to the category until it is deleted.
      await this.categories.the({ id }, 'Category', { select: ['id'], lock: 'update' });
      for (const room of await this.categories.removeRooms(id)) this.events.announce(RoomChanged, room, adminId);
      await this.categories.delete({ id });
      this.events.announce(RoomCategoryDeleted, { id }, adminId);
    });
  }
}
