import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { AdminUserRepository } from '../../account/administration/admin-user.repository.js';
import { ChangeUser } from '../../account/administration/change-user.js';
import { DeleteUser } from '../../account/administration/delete-user.js';
import { Done } from '../../account/answers.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { notFound } from '../../platform/http/refusal.js';
import { AdminUserAnswer, AdminUsersAnswer, AdminUsersQuery, ChangeUserInput } from './users.io.js';

@Controller('v1/admin/users')
@Access('admin')
export class AdminUsersController {
  constructor(
    private readonly users: AdminUserRepository,
    private readonly change: ChangeUser,
    private readonly remove: DeleteUser,
  ) {}

  @Get()
  @Summary('All accounts, newest first, or those whose name has the words')
  @Answers(200, AdminUsersAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor', 'Invalid limit')
  async list(@Query() { search, ...asked }: AdminUsersQuery): Promise<RawJson> {
    return new RawJson(await this.users.page({ ...asked, search: search?.trim() }));
  }

  @Get(':id')
  @Summary('One account')
  @Answers(200, AdminUserAnswer)
  @Refuses(404, 'User not found')
  async find(@Param('id') id: string): Promise<RawJson> {
    const user = isUuid(id) && (await this.users.detail(id));
    if (!user) throw notFound('User');
    return answer(user);
  }

  @Patch(':id')
  @Summary('Change what an account may do, and as what it is shown')
  @Answers(200, AdminUserAnswer)
  @Refuses(400, 'Invalid status')
  @Refuses(404, 'User not found')
  @Refuses(409, 'You cannot change your own role', 'You cannot shut yourself out')
  @Refuses(409, 'The last admin cannot be demoted', 'The last admin cannot be shut out')
  @Refuses(409, 'A service account keeps its role')
  async update(
    @Param('id') id: string,
    @Body() input: ChangeUserInput,
    @TheCaller() caller: Caller,
  ): Promise<RawJson> {
    return answer(await this.change.run(id, input, caller));
  }

  @Delete(':id')
  @Summary('Delete an account and everything in it')
  @Answers(200, Done)
  @Refuses(404, 'User not found')
  @Refuses(409, 'You cannot delete yourself', 'The last admin cannot be deleted')
  async delete(@Param('id') userId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.remove.run(userId, id);
    return { message: 'User deleted' };
  }
}

const answer = (user: string) => new RawJson(`{"user":${user}}`);
