import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, AnswersPage, Creates, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/fields.js';
import { cannotFollow, cannotFollowSelf, FollowsService } from './follows.service.js';
import {
  FollowAnswer,
  FollowerInput,
  FollowersAnswer,
  FollowingAnswer,
  FollowInput,
  FollowRequestsAnswer,
} from './follows.dto.js';

@Controller('v1/follow')
@Access('user')
export class FollowsController {
  constructor(private readonly follows: FollowsService) {}

  @Post()
  @Summary('Follow a user, or ask to where the account needs approval')
  @Creates(FollowAnswer)
  @Refuses(cannotFollowSelf, cannotFollow)
  @Refuses(404, 'User not found')
  follow(@Body() { user_id }: FollowInput, @TheCaller() { id }: Caller): Promise<FollowAnswer> {
    return this.follows.follow(id, user_id);
  }

  @Post('accept')
  @Summary('Let somebody follow who asked to')
  @Answers(200, FollowAnswer)
  @Refuses(404, 'Follow request not found')
  accept(@Body() { follower_id }: FollowerInput, @TheCaller() { id }: Caller): Promise<FollowAnswer> {
    return this.follows.accept(follower_id, id);
  }

  @Post('decline')
  @Summary('Refuse somebody who asked to follow')
  @Answers(200, Done)
  @Refuses(404, 'Follow request not found')
  async decline(@Body() { follower_id }: FollowerInput, @TheCaller() { id }: Caller): Promise<Done> {
    await this.follows.decline(follower_id, id);
    return { message: 'Follow request declined' };
  }

  @Get('requests')
  @Summary('Who asks to follow the caller, newest first')
  @AnswersPage(FollowRequestsAnswer)
  requests(@Query() query: ListQuery, @TheCaller() { id }: Caller): Promise<FollowRequestsAnswer> {
    return this.follows.listRequests(id, query);
  }

  @Delete(':userId')
  @Summary('Follow a user no longer, or take the request back')
  @Answers(200, Done)
  @Refuses(404, 'User not found')
  async unfollow(@Param('userId') userId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.follows.unfollow(id, userId);
    return { message: 'Unfollowed' };
  }
}

@Controller('v1/users/:id')
@Access('user')
export class FollowersController {
  constructor(private readonly follows: FollowsService) {}

  @Get('followers')
  @Summary('Who follows a user, by id or username, newest first')
  @AnswersPage(FollowersAnswer)
  @Refuses(404, 'User not found')
  followers(@Param('id') name: string, @Query() query: ListQuery): Promise<FollowersAnswer> {
    return this.follows.listFollowers(name, query);
  }

  @Get('following')
  @Summary('Whom a user follows, by id or username, newest first')
  @AnswersPage(FollowingAnswer)
  @Refuses(404, 'User not found')
  following(@Param('id') name: string, @Query() query: ListQuery): Promise<FollowingAnswer> {
    return this.follows.listFollowing(name, query);
  }
}
