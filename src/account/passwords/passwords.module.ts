import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { ExportsModule } from '../exports/exports.module.js';
import { MailTokensModule } from '../mail-tokens/mail-tokens.module.js';
import { PasswordHashingModule } from '../password-hashing/password-hashing.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessRevocationService } from './access-revocation.service.js';
import { PasswordsController, RecoveryGuard } from './passwords.controller.js';
import { PasswordsService } from './passwords.service.js';

@Module({
  imports: [UsersModule, PasswordHashingModule, MailTokensModule, SessionsModule, ApiKeysModule, ExportsModule],
  controllers: [PasswordsController],
  providers: [PasswordsService, RecoveryGuard, AccessRevocationService],
  exports: [AccessRevocationService],
})
export class PasswordsModule {}
