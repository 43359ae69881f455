import { Controller, Get, Param } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { Access } from '../../platform/access/access.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound } from '../../platform/http/refusal.js';
import { BadgeRepository } from './badge.repository.js';
import { BadgesAnswer, UserBadgesAnswer } from './badges.io.js';

@Controller('v1/community/badges')
@Access('user')
export class BadgesController {
  constructor(
    private readonly badges: BadgeRepository,
    private readonly users: UserRepository,
  ) {}

  @Get()
  @Summary('All badges that can be earned')
  @Answers(200, BadgesAnswer)
  async list(): Promise<RawJson> {
    return new RawJson(`{"badges":${await this.badges.all()}}`);
  }

  @Get('user/:id')
  @Summary('The badges of a user, by id or username, the latest first')
  @Answers(200, UserBadgesAnswer)
  @Refuses(404, 'User not found')
  async ofUser(@Param('id') name: string): Promise<RawJson> {
    const user = await this.users.active(name);
    if (!user) throw notFound('User');
    return new RawJson(`{"user_badges":${await this.badges.ofUser(user.id)}}`);
  }
}
