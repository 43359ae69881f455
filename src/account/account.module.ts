import { Global, Module } from '@nestjs/common';
import { DatabaseModule } from '../platform/database/database.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { MailTokensModule } from './mail-tokens/mail-tokens.module.js';
import { Account1790000002000 } from './migrations/1790000002000-account.js';
import { OperatorModule } from './operator/operator.module.js';
import { PagesController } from './pages/pages.controller.js';
import { PasswordHashingModule } from './password-hashing/password-hashing.module.js';
import { PasswordsModule } from './passwords/passwords.module.js';
import { PurgeExpiredJob } from './purge-expired.job.js';
import { RegistrationModule } from './registration/registration.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { UsersModule } from './users/users.module.js';

/** Global, because the guards of the platform ask it for callers, and every area asks it for users. */
@Global()
@Module({
  imports: [
    DatabaseModule.forFeature({ migrations: [Account1790000002000] }),
    RegistrationModule,
    SessionsModule,
    PasswordHashingModule,
    PasswordsModule,
    MailTokensModule,
    ApiKeysModule,
    UsersModule,
    ExportsModule,
    OperatorModule,
  ],
  controllers: [PagesController],
  providers: [PurgeExpiredJob],
  exports: [SessionsModule, PasswordHashingModule, UsersModule, OperatorModule],
})
export class AccountModule {}
