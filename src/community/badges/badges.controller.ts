import { Controller, Get, Param } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { BadgesAnswer, UserBadgesAnswer } from './badges.dto.js';
import { BadgesService } from './badges.service.js';

@Controller('v1/community/badges')
@Access('user')
export class BadgesController {
  constructor(private readonly badges: BadgesService) {}

  @Get()
  @Summary('All badges that can be earned')
  @Answers(200, BadgesAnswer)
  list() {
    return this.badges.list();
  }

  @Get('user/:id')
  @Summary('The badges of a user, by id or username, the latest first')
  @Answers(200, UserBadgesAnswer)
  @Refuses(404, 'User not found')
  ofUser(@Param('id') name: string) {
    return this.badges.listOfUser(name);
  }
}
