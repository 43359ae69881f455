import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { AdminUserRepository } from './admin-user.repository.js';
import { UserAdministrationService } from './user-administration.service.js';

/** What staff do to accounts. The routes are in the admin area. */
@Module({
  imports: [UsersModule],
  providers: [AdminUserRepository, UserAdministrationService],
  exports: [UserAdministrationService],
})
export class AdministrationModule {}
