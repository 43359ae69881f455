import { Body, Controller, Delete, Get, Param, Patch, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { notAuthenticated, notFound } from '../../platform/http/refusal.js';
import { Done } from '../answers.js';
import { deviceOf } from '../device.js';
import { DeleteAccount } from './delete-account.js';
import { UpdateProfile } from './update-profile.js';
import { presentOwn, presentPublic } from './user.presenter.js';
import { UserRepository } from './user.repository.js';
import {
  DeleteAccountInput,
  OwnProfileAnswer,
  PublicProfileAnswer,
  SearchUsersQuery,
  UpdateProfileInput,
  UsersAnswer,
} from './users.io.js';

@Controller('v1/users')
@Access('user')
export class UsersController {
  constructor(
    private readonly users: UserRepository,
    private readonly updateProfile: UpdateProfile,
    private readonly deleteAccount: DeleteAccount,
  ) {}

  @Get()
  @Summary('Find people by name, newest first')
  @Answers(200, UsersAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async search(@Query() { search = '', ...page }: SearchUsersQuery): Promise<UsersAnswer> {
    const { rows, next_cursor } = await this.users.search(search.trim(), page);
    return { users: rows.map(presentPublic), next_cursor };
  }

  @Get('me')
  @Summary('The own profile')
  @Answers(200, OwnProfileAnswer)
  async own(@TheCaller() caller: Caller): Promise<OwnProfileAnswer> {
    const row = await this.users.profile(caller.id);
    if (!row) throw notAuthenticated();
    return { user: presentOwn(row) };
  }

  @Patch('me')
  @Summary('Change the own profile')
  @Answers(200, OwnProfileAnswer)
  @Refuses(409, 'Username already taken')
  async update(@Body() input: UpdateProfileInput, @TheCaller() caller: Caller): Promise<OwnProfileAnswer> {
    return { user: await this.updateProfile.run(caller, input) };
  }

  @Delete('me')
  @Summary('Delete the own account and everything in it')
  @Access('bearer')
  @Answers(200, Done)
  @Refuses(403, 'Wrong password')
  @Refuses(409, 'The last admin cannot be deleted')
  async delete(
    @Body() { password }: DeleteAccountInput,
    @TheCaller() caller: Caller,
    @Req() request: Request,
  ): Promise<Done> {
    await this.deleteAccount.run(caller, password, deviceOf(request).address);
    return { message: 'Account deleted' };
  }

  @Get(':id')
  @Summary('A public profile, by id or username')
  @Answers(200, PublicProfileAnswer)
  @Refuses(404, 'User not found')
  async profile(@Param('id') name: string): Promise<PublicProfileAnswer> {
    const row = await this.users.active(name);
    if (!row) throw notFound('User');
    return { user: presentPublic(row) };
  }
}
