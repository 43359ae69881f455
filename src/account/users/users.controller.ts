import { Body, Controller, Delete, Get, Param, Patch, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, AnswersPage, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Done } from '../answers.js';
import { deviceOf } from '../device.js';
import { lastAdminStays } from './user.policy.js';
import {
  DeleteAccountInput,
  OwnProfileAnswer,
  PublicProfileAnswer,
  SearchUsersQuery,
  UpdateProfileInput,
  UsersAnswer,
} from './users.dto.js';
import { usernameTaken, UsersService, wrongPassword } from './users.service.js';

@Controller('v1/users')
@Access('user')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Summary('Find people by name, newest first')
  @AnswersPage(UsersAnswer)
  search(@Query() query: SearchUsersQuery): Promise<UsersAnswer> {
    return this.users.search(query);
  }

  @Get('me')
  @Summary('The own profile')
  @Answers(200, OwnProfileAnswer)
  own(@TheCaller() caller: Caller): Promise<OwnProfileAnswer> {
    return this.users.getOwnProfile(caller.id);
  }

  @Patch('me')
  @Summary('Change the own profile')
  @Answers(200, OwnProfileAnswer)
  @Refuses(usernameTaken)
  update(@Body() input: UpdateProfileInput, @TheCaller() caller: Caller): Promise<OwnProfileAnswer> {
    return this.users.updateProfile(caller, input);
  }

  @Delete('me')
  @Summary('Delete the own account and everything in it')
  @Access('bearer')
  @Answers(200, Done)
  @Refuses(wrongPassword, lastAdminStays)
  async delete(
    @Body() { password }: DeleteAccountInput,
    @TheCaller() caller: Caller,
    @Req() request: Request,
  ): Promise<Done> {
    await this.users.deleteOwnAccount(caller, password, deviceOf(request));
    return { message: 'Account deleted' };
  }

  @Get(':id')
  @Summary('A public profile, by id or username')
  @Answers(200, PublicProfileAnswer)
  @Refuses(404, 'User not found')
  profile(@Param('id') name: string): Promise<PublicProfileAnswer> {
    return this.users.getPublicProfile(name);
  }
}
