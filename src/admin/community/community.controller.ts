import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import {
  AwardInput,
  BadgeAnswer,
  BadgeInput,
  BadgesAnswer,
  NewBadgeInput,
  UserBadgeAnswer,
} from '../../community/badges/badges.dto.js';
import { BadgesService } from '../../community/badges/badges.service.js';
import {
  KeptRoomCategoriesAnswer,
  KeptRoomCategoryAnswer,
  NewRoomCategoryInput,
  RoomCategoryInput,
} from '../../community/rooms/rooms.dto.js';
import { RoomCategoriesService } from '../../community/rooms/room-categories.service.js';
import {
  NewPackInput,
  PackInput,
  StickerPackAnswer,
  StickerPacksAnswer,
} from '../../community/stickers/stickers.dto.js';
import { StickersService } from '../../community/stickers/stickers.service.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { IdParam } from '../../platform/http/id-param.js';
import { Creates } from '../../platform/http/idempotency.js';
import type { RawJson } from '../../platform/http/raw-json.js';

@Controller('v1/admin/room-categories')
@Access('admin')
class AdminRoomCategoriesController {
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

@Controller('v1/admin/badges')
@Access('admin')
class AdminBadgesController {
  constructor(private readonly badges: BadgesService) {}

  @Get()
  @Summary('All badges')
  @Answers(200, BadgesAnswer)
  list(): Promise<RawJson> {
    return this.badges.list();
  }

  @Post()
  @Summary('Make a badge')
  @Creates(BadgeAnswer)
  @Refuses(400, 'Name is required')
  create(@Body() input: NewBadgeInput, @TheCaller() { id }: Caller): Promise<BadgeAnswer> {
    return this.badges.create(id, input);
  }

  @Patch(':id')
  @Summary('Change a badge')
  @Answers(200, BadgeAnswer)
  update(
    @IdParam('Badge') badgeId: string,
    @Body() input: BadgeInput,
    @TheCaller() { id }: Caller,
  ): Promise<BadgeAnswer> {
    return this.badges.update(badgeId, id, input);
  }

  @Delete(':id')
  @Summary('Delete a badge, also of those who have earned it')
  @Answers(200, Done)
  async delete(@IdParam('Badge') badgeId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.badges.delete(badgeId, id);
    return { message: 'Badge deleted' };
  }

  @Post(':id/award')
  @Summary('Award a badge to a user; again, it stays what it was')
  @Creates(UserBadgeAnswer, 200)
  @Refuses(404, 'User not found')
  award(
    @IdParam('Badge') badgeId: string,
    @Body() { user_id }: AwardInput,
    @TheCaller() { id }: Caller,
  ): Promise<RawJson> {
    return this.badges.award(badgeId, user_id, id);
  }
}

@Controller('v1/admin/sticker-packs')
@Access('admin')
class AdminStickerPacksController {
  constructor(private readonly stickers: StickersService) {}

  @Get()
  @Summary('All sticker packs with their stickers')
  @Answers(200, StickerPacksAnswer)
  list(): Promise<RawJson> {
    return this.stickers.list();
  }

  @Post()
  @Summary('Make a sticker pack')
  @Creates(StickerPackAnswer)
  @Refuses(400, 'Name is required')
  @Refuses(404, 'Sticker not found')
  create(@Body() input: NewPackInput, @TheCaller() { id }: Caller): Promise<RawJson> {
    return this.stickers.create(id, input);
  }

  @Patch(':id')
  @Summary('Change a sticker pack; stickers that are given are all that it has from then on')
  @Answers(200, StickerPackAnswer)
  @Refuses(404, 'Sticker not found')
  update(
    @IdParam('Sticker pack') packId: string,
    @Body() input: PackInput,
    @TheCaller() { id }: Caller,
  ): Promise<RawJson> {
    return this.stickers.update(packId, id, input);
  }

  @Delete(':id')
  @Summary('Delete a sticker pack with its stickers')
  @Answers(200, Done)
  async delete(@IdParam('Sticker pack') packId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.stickers.delete(packId, id);
    return { message: 'Sticker pack deleted' };
  }
}

export const COMMUNITY_CONTROLLERS = [
  AdminBadgesController,
  AdminStickerPacksController,
  AdminRoomCategoriesController,
];
