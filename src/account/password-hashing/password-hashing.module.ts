import { Module } from '@nestjs/common';
import { PasswordCheckService } from './password-check.service.js';
import { PasswordHasherService } from './password-hasher.service.js';

/** Hashing and comparing passwords. It knows no users, so that every other resource can import it. */
@Module({
  providers: [PasswordHasherService, PasswordCheckService],
  exports: [PasswordHasherService, PasswordCheckService],
})
export class PasswordHashingModule {}
