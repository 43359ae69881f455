import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Refusal } from '../../platform/http/refusal.js';
import { MailTokenRepository } from '../mail-tokens/mail-token.repository.js';
import { MailTokens } from '../mail-tokens/mail-tokens.js';
import { type Device, SessionRepository } from '../sessions/session.repository.js';
import { SessionTokens } from '../sessions/session-tokens.js';
import { refuseInactive } from '../users/user.policy.js';
import { UserRepository } from '../users/user.repository.js';
import type { VerifyEmailAnswer } from './registration.io.js';

const invalidToken = () => new Refusal(400, 'Invalid token');

@Injectable()
export class VerifyEmail {
  constructor(
    private readonly links: MailTokens,
    private readonly tokens: MailTokenRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly sessionTokens: SessionTokens,
    private readonly database: Database,
  ) {}

  async run(token: string, device: Device): Promise<VerifyEmailAnswer> {
    if (!(await this.links.isGood(token, 'verification', device.address))) throw invalidToken();
    return this.database.transaction(async () => {
      const userId = await this.tokens.consume(token, 'verification');
      if (!userId) throw invalidToken();
      await this.tokens.close(userId, 'verification');
      await this.users.update(userId, { email_verified_at: new Date() });
      const user = await this.users.profile(userId);
      if (!user) throw invalidToken();
      refuseInactive(user.user_status);
      const sessionId = await this.sessions.start(userId, await this.users.passwordHash(userId), device);
      if (!sessionId) throw invalidToken();
      const { access_token, refresh_token, expires_in } = this.sessionTokens.pair(userId, sessionId, 0);
      return {
        session: { access_token, refresh_token, expires_in },
        user: { id: userId, email: user.email },
      };
    });
  }
}
