import { Module } from '@nestjs/common';
import { MailTokensModule } from '../mail-tokens/mail-tokens.module.js';
import { PasswordHashingModule } from '../password-hashing/password-hashing.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { EmailVerificationService } from './email-verification.service.js';
import { RegistrationController } from './registration.controller.js';
import { SignUpService } from './sign-up.service.js';

@Module({
  imports: [UsersModule, PasswordHashingModule, MailTokensModule, SessionsModule],
  controllers: [RegistrationController],
  providers: [SignUpService, EmailVerificationService],
})
export class RegistrationModule {}
