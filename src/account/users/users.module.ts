import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { PasswordHashingModule } from '../password-hashing/password-hashing.module.js';
import { AccountDeletionService } from './account-deletion.service.js';
import { SubscriptionFields1790000002001 } from './migrations/1790000002001-subscription-fields.js';
import { AvatarFile1790000002002 } from './migrations/1790000002002-avatar-file.js';
import { Administration1790000002003 } from './migrations/1790000002003-administration.js';
import { RegistrationRulesService } from './registration-rules.service.js';
import { UserAdministrationService } from './user-administration.service.js';
import { User, UserCounters } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';
import { FilesModule } from '../../files/files.module.js';

@Module({
  imports: [
    DatabaseModule.forFeature({
      entities: [User, UserCounters],
      migrations: [SubscriptionFields1790000002001, AvatarFile1790000002002, Administration1790000002003],
    }),
    PasswordHashingModule,
    FilesModule,
  ],
  controllers: [UsersController],
  providers: [
    UserRepository,
    UsersService,
    RegistrationRulesService,
    AccountDeletionService,
    UserAdministrationService,
  ],
  exports: [UserRepository, UsersService, RegistrationRulesService, AccountDeletionService, UserAdministrationService],
})
export class UsersModule {}
