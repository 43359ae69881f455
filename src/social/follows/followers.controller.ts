import { Controller, Get, Param, Query } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { Access } from '../../platform/access/access.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/input/fields.js';
import { notFound } from '../../platform/http/refusal.js';
import { FollowRepository } from './follow.repository.js';
import { FollowersAnswer, FollowingAnswer } from './follows.io.js';

@Controller('v1/users/:id')
@Access('user')
export class FollowersController {
  constructor(
    private readonly follows: FollowRepository,
    private readonly users: UserRepository,
  ) {}

  @Get('followers')
  @Summary('Who follows a user, by id or username, newest first')
  @Answers(200, FollowersAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  @Refuses(404, 'User not found')
  async followers(@Param('id') name: string, @Query() query: ListQuery): Promise<FollowersAnswer> {
    const { rows, next_cursor } = await this.follows.followers(await this.idOf(name), query);
    return { followers: rows.map(({ profile }) => profile), next_cursor };
  }

  @Get('following')
  @Summary('Whom a user follows, by id or username, newest first')
  @Answers(200, FollowingAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  @Refuses(404, 'User not found')
  async following(@Param('id') name: string, @Query() query: ListQuery): Promise<FollowingAnswer> {
    const { rows, next_cursor } = await this.follows.following(await this.idOf(name), query);
    return { following: rows.map(({ profile }) => profile), next_cursor };
  }

  private async idOf(name: string): Promise<string> {
    const user = await this.users.active(name);
    if (!user) throw notFound('User');
    return user.id;
  }
}
