import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { UsersModule } from '../users/users.module.js';
import { MailToken } from './mail-token.entity.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { MailTokensService } from './mail-tokens.service.js';
import { RecoveryMail, VerificationMail } from './token.mail.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [MailToken] }), UsersModule],
  providers: [MailTokenRepository, MailTokensService, VerificationMail, RecoveryMail],
  exports: [MailTokenRepository, MailTokensService],
})
export class MailTokensModule {}
