import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import {
  KeptRoomCategoriesAnswer,
  KeptRoomCategoryAnswer,
  NewRoomCategoryInput,
  RoomCategoryInput,
} from '../../community/rooms/rooms.dto.js';
import { RoomCategoriesService } from '../../community/rooms/room-categories.service.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';

@Controller('v1/admin/room-categories')
@Access('admin')
export class AdminRoomCategoriesController {
  constructor(private readonly categories: RoomCategoriesService) {}

  @Get()
  @Summary('The categories of rooms, in their order')
  @Answers(200, KeptRoomCategoriesAnswer)
  list(): Promise<KeptRoomCategoriesAnswer> {
    return this.categories.list();
  }

  @Post()
  @Summary('Make a category of rooms')
  @Creates(KeptRoomCategoryAnswer)
  @Refuses(400, 'Name is required')
  create(@Body() input: NewRoomCategoryInput, @TheCaller() { id }: Caller): Promise<KeptRoomCategoryAnswer> {
    return this.categories.create(id, input);
  }

  @Patch(':id')
  @Summary('Change a category of rooms')
  @Answers(200, KeptRoomCategoryAnswer)
  update(
    @IdParam('Category') categoryId: string,
    @Body() input: RoomCategoryInput,
    @TheCaller() { id }: Caller,
  ): Promise<KeptRoomCategoryAnswer> {
    return this.categories.update(categoryId, id, input);
  }

  @Delete(':id')
  @Summary('Delete a category; its rooms have none from then on')
  @Answers(200, Done)
  async delete(@IdParam('Category') categoryId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.categories.delete(categoryId, id);
    return { message: 'Category deleted' };
  }
}
