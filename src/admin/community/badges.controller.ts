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
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, Creates, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';

@Controller('v1/admin/badges')
@Access('admin')
export class AdminBadgesController {
  constructor(private readonly badges: BadgesService) {}

  @Get()
  @Summary('All badges')
  @Answers(200, BadgesAnswer)
  list(): Promise<BadgesAnswer> {
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
  ): Promise<UserBadgeAnswer> {
    return this.badges.award(badgeId, user_id, id);
  }
}
