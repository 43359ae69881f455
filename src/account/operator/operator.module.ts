import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { PasswordHashingModule } from '../password-hashing/password-hashing.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { UsersModule } from '../users/users.module.js';
import { FirstAdminSeeder } from './first-admin.seeder.js';
import { OperatorAccountsService } from './operator-accounts.service.js';
import { OperatorSecretsService } from './operator-secrets.service.js';

/** What the operator does on the machine itself, without signing in. */
@Module({
  imports: [UsersModule, PasswordHashingModule, PasswordsModule, ApiKeysModule],
  providers: [OperatorAccountsService, OperatorSecretsService, FirstAdminSeeder],
  exports: [OperatorAccountsService, OperatorSecretsService],
})
export class OperatorModule {}
