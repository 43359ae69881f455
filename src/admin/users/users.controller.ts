import { Body, Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import { UserAdministrationService } from '../../account/administration/user-administration.service.js';
import { Done } from '../../account/answers.js';
import { AccountDeletionService } from '../../account/users/account-deletion.service.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { IdParam } from '../../platform/http/id-param.js';
import type { RawJson } from '../../platform/http/raw-json.js';
import { AdminUserAnswer, AdminUsersAnswer, AdminUsersQuery, ChangeUserInput } from './users.dto.js';

@Controller('v1/admin/users')
@Access('admin')
export class AdminUsersController {
  constructor(
    private readonly users: UserAdministrationService,
    private readonly deletion: AccountDeletionService,
  ) {}

  @Get()
  @Summary('All accounts, newest first, or those whose name has the words')
  @Answers(200, AdminUsersAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor', 'Invalid limit')
  list(@Query() query: AdminUsersQuery): Promise<RawJson> {
    return this.users.list(query);
  }

  @Get(':id')
  @Summary('One account')
  @Answers(200, AdminUserAnswer)
  find(@IdParam('User') id: string): Promise<RawJson> {
    return this.users.get(id);
  }

  @Patch(':id')
  @Summary('Change what an account may do, and as what it is shown')
  @Answers(200, AdminUserAnswer)
  @Refuses(400, 'Invalid status')
  @Refuses(409, 'You cannot change your own role', 'You cannot shut yourself out')
  @Refuses(409, 'The last admin cannot be demoted', 'The last admin cannot be shut out')
  @Refuses(409, 'A service account keeps its role')
  update(@IdParam('User') id: string, @Body() input: ChangeUserInput, @TheCaller() caller: Caller): Promise<RawJson> {
    return this.users.update(id, input, caller);
  }

  @Delete(':id')
  @Summary('Delete an account and everything in it')
  @Answers(200, Done)
  @Refuses(409, 'You cannot delete yourself', 'The last admin cannot be deleted')
  async delete(@IdParam('User') userId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.deletion.deleteAsAdmin(userId, id);
    return { message: 'User deleted' };
  }
}
