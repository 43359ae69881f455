import { Module } from '@nestjs/common';
import { RoomsModule } from '../rooms/rooms.module.js';
import { RoomCategoriesService } from './room-categories.service.js';
import { RoomCategoryRepository } from './room-category.repository.js';

/** The categories that staff manage; their entity belongs to the rooms. */
@Module({
  imports: [RoomsModule],
  providers: [RoomCategoryRepository, RoomCategoriesService],
  exports: [RoomCategoriesService],
})
export class RoomCategoriesModule {}
