import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../../platform/database/database.service.js';
import { refusal } from '../../platform/http/refusal.js';
import type { Device } from '../device.js';
import { MailTokenRepository } from '../mail-tokens/mail-token.repository.js';
import { MailTokensService } from '../mail-tokens/mail-tokens.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { RegistrationRulesService } from '../users/registration-rules.service.js';
import { refuseInactive } from '../users/user.policy.js';
import { UserRepository } from '../users/user.repository.js';
import type { VerifyEmailAnswer } from './registration.dto.js';

const invalidToken = refusal(400, 'Invalid token');

@Injectable()
export class EmailVerificationService {
  constructor(
    private readonly rules: RegistrationRulesService,
    private readonly mailTokens: MailTokensService,
    private readonly tokens: MailTokenRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionsService,
    private readonly database: DatabaseService,
  ) {}

  /** Confirms the address of the token's user and signs the user in. */
  async verify(token: string, device: Device): Promise<VerifyEmailAnswer> {
    await this.rules.checkSignIn(device.address);
    if (!(await this.mailTokens.isUsable(token, 'verification', device.address))) throw invalidToken();
    return this.database.transaction(async () => {
      const userId = await this.tokens.consume(token, 'verification');
      if (!userId) throw invalidToken();
      await this.tokens.closeAll(userId, 'verification');
      await this.users.change(userId, { email_verified_at: new Date() });
      const user = await this.users.findProfile(userId);
      if (!user) throw invalidToken();
      refuseInactive(user.user_status);
      const session = await this.sessions.start(userId, await this.users.findPasswordHash(userId), device);
      if (!session) throw invalidToken();
      const { access_token, refresh_token, expires_in } = session;
      return { session: { access_token, refresh_token, expires_in }, user: { id: userId, email: user.email } };
    });
  }
}
