import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { KeepRoomCategories } from '../../community/categories/keep-room-categories.js';
import {
  KeptRoomCategoriesAnswer,
  KeptRoomCategoryAnswer,
  NewRoomCategoryInput,
  RoomCategoryInput,
} from '../../community/categories/room-categories.io.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';

@Controller('v1/admin/room-categories')
@Access('admin')
export class AdminRoomCategoriesController {
  constructor(private readonly keep: KeepRoomCategories) {}

  @Get()
  @Summary('The categories of rooms, in their order')
  @Answers(200, KeptRoomCategoriesAnswer)
  async list(): Promise<KeptRoomCategoriesAnswer> {
    return { categories: await this.keep.all() };
  }

  @Post()
  @Summary('Make a category of rooms')
  @Creates(KeptRoomCategoryAnswer)
  @Refuses(400, 'Name is required')
  async create(
    @Body() input: NewRoomCategoryInput,
    @TheCaller() { id }: Caller,
  ): Promise<KeptRoomCategoryAnswer> {
    return { category: await this.keep.create(id, input) };
  }

  @Patch(':id')
  @Summary('Change a category of rooms')
  @Answers(200, KeptRoomCategoryAnswer)
  @Refuses(404, 'Category not found')
  async update(
    @Param('id') categoryId: string,
    @Body() input: RoomCategoryInput,
    @TheCaller() { id }: Caller,
  ): Promise<KeptRoomCategoryAnswer> {
    return { category: await this.keep.update(categoryId, id, input) };
  }

  @Delete(':id')
  @Summary('Delete a category; its rooms have none from then on')
  @Answers(200, Done)
  @Refuses(404, 'Category not found')
  async delete(@Param('id') categoryId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.keep.delete(categoryId, id);
    return { message: 'Category deleted' };
  }
}
