import { Body, Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import { UserAdministrationService } from '../../account/users/user-administration.service.js';
import { Done } from '../../account/answers.js';
import { AccountDeletionService, ownDeletion } from '../../account/users/account-deletion.service.js';
import {
  lastAdminLockout,
  lastAdminRole,
  lastAdminStays,
  ownLockout,
  ownRole,
  serviceRoleStays,
} from '../../account/users/user.policy.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, IdParam, Refuses, Summary } from '../../platform/http/endpoint.js';
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
  list(@Query() query: AdminUsersQuery): Promise<AdminUsersAnswer> {
    return this.users.list(query);
  }

  @Get(':id')
  @Summary('One account')
  @Answers(200, AdminUserAnswer)
  find(@IdParam('User') id: string): Promise<AdminUserAnswer> {
    return this.users.get(id);
  }

  @Patch(':id')
  @Summary('Change what an account may do, and as what it is shown')
  @Answers(200, AdminUserAnswer)
  @Refuses(400, 'Invalid status')
  @Refuses(serviceRoleStays, lastAdminRole, lastAdminLockout, ownRole, ownLockout)
  update(
    @IdParam('User') id: string,
    @Body() input: ChangeUserInput,
    @TheCaller() caller: Caller,
  ): Promise<AdminUserAnswer> {
    return this.users.update(id, input, caller);
  }

  @Delete(':id')
  @Summary('Delete an account and everything in it')
  @Answers(200, Done)
  @Refuses(ownDeletion, lastAdminStays)
  async delete(@IdParam('User') userId: string, @TheCaller() { id }: Caller): Promise<Done> {
    await this.deletion.deleteAsAdmin(userId, id);
    return { message: 'User deleted' };
  }
}
