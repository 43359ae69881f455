import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Creates } from '../../platform/http/idempotency.js';
import { ListQuery } from '../../platform/http/input/fields.js';
import { notFound } from '../../platform/http/refusal.js';
import { ChangeFollow } from './change-follow.js';
import { FollowRepository } from './follow.repository.js';
import { FollowAnswer, FollowerInput, FollowInput, FollowRequestsAnswer } from './follows.io.js';

@Controller('v1/follow')
@Access('user')
export class FollowsController {
  constructor(
    private readonly follows: FollowRepository,
    private readonly change: ChangeFollow,
  ) {}

  @Post()
  @Summary('Follow a user, or ask to where the account needs approval')
  @Creates(FollowAnswer)
  @Refuses(400, 'You cannot follow yourself')
  @Refuses(403, 'You cannot follow this user')
  @Refuses(404, 'User not found')
  async follow(@Body() { user_id }: FollowInput, @TheCaller() { id }: Caller): Promise<FollowAnswer> {
    return { follow: await this.change.follow(id, user_id) };
  }

  @Post('accept')
  @Summary('Let somebody follow who asked to')
  @Answers(200, FollowAnswer)
  @Refuses(404, 'Follow request not found')
  async accept(@Body() { follower_id }: FollowerInput, @TheCaller() { id }: Caller): Promise<FollowAnswer> {
    return { follow: await this.change.accept(follower_id, id) };
  }

  @Post('decline')
  @Summary('Refuse somebody who asked to follow')
  @Answers(200, Done)
  @Refuses(404, 'Follow request not found')
  async decline(@Body() { follower_id }: FollowerInput, @TheCaller() { id }: Caller): Promise<Done> {
    await this.change.decline(follower_id, id);
    return { message: 'Follow request declined' };
  }

  @Get('requests')
  @Summary('Who asks to follow the caller, newest first')
  @Answers(200, FollowRequestsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async requests(@Query() query: ListQuery, @TheCaller() { id }: Caller): Promise<FollowRequestsAnswer> {
    const { rows, next_cursor } = await this.follows.requests(id, query);
    const requests = rows.map(({ profile, since }) => ({ follower: profile, created_at: since }));
    return { requests, next_cursor };
  }

  @Delete(':userId')
  @Summary('Follow a user no longer, or take the request back')
  @Answers(200, Done)
  @Refuses(404, 'User not found')
  async unfollow(@Param('userId') userId: string, @TheCaller() { id }: Caller): Promise<Done> {
    if (!isUuid(userId)) throw notFound('User');
    await this.change.end(id, userId);
    return { message: 'Unfollowed' };
  }
}
