import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { BadgeRepository } from '../../community/badges/badge.repository.js';
import {
  AwardInput,
  BadgeAnswer,
  BadgeInput,
  BadgesAnswer,
  NewBadgeInput,
  UserBadgeAnswer,
} from '../../community/badges/badges.io.js';
import { KeepBadges } from '../../community/badges/keep-badges.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { RawJson } from '../../platform/http/raw-json.js';

@Controller('v1/admin/badges')
@Access('admin')
export class AdminBadgesController {
  constructor(
    private readonly badges: BadgeRepository,
    private readonly keep: KeepBadges,
  ) {}

  @Get()
  @Summary('All badges')
  @Answers(200, BadgesAnswer)
  async list(): Promise<RawJson> {
    return new RawJson(`{"badges":${await this.badges.all()}}`);
  }

  @Post()
  @Summary('Make a badge')
  @Creates(BadgeAnswer)
  @Refuses(400, 'Name is required')
  async create(@Body() input: NewBadgeInput, @TheCaller() { id }: Caller): Promise<RawJson> {
    return answer(await this.keep.create(id, input));
  }

  @Patch(':id')
  @Summary('Change a badge')
  @Answers(200, BadgeAnswer)
  @Refuses(404, 'Badge not found')
  async update(
    @Param('id') badgeId: string,
    @Body() input: BadgeInput,
    @TheCaller() { id }: Caller,
  ): Promise<RawJson> {
    return answer(await this.keep.update(badgeId, id, input));
  }

  @Delete(':id')
  @Summary('Delete a badge, also of those who have earned it')
  @Answers(200, Done)
  @Refuses(404, 'Badge not found')
  async delete(@Param('id') badgeId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.keep.delete(badgeId, id);
    return { message: 'Badge deleted' };
  }

  @Post(':id/award')
  @Summary('Award a badge to a user; again, it stays what it was')
  @Creates(UserBadgeAnswer, 200)
  @Refuses(404, 'Badge not found', 'User not found')
  async award(
    @Param('id') badgeId: string,
    @Body() { user_id }: AwardInput,
    @TheCaller() { id }: Caller,
  ): Promise<RawJson> {
    return new RawJson(`{"user_badge":${await this.keep.award(badgeId, user_id, id)}}`);
  }
}

const answer = (badge: string) => new RawJson(`{"badge":${badge}}`);
