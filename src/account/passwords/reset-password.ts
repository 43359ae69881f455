import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { MailTokenRepository } from '../mail-tokens/mail-token.repository.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { UserRepository } from '../users/user.repository.js';
import { PasswordHasher } from './password-hasher.js';
import { recoveryTokenRequired } from './recovery.guard.js';

@Injectable()
export class ResetPassword {
  constructor(
    private readonly tokens: MailTokenRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRepository,
    private readonly hasher: PasswordHasher,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  async run(token: string, password: string): Promise<void> {
    const password_hash = await this.hasher.hash(password);
    await this.database.transaction(async () => {
      const userId = await this.tokens.consume(token, 'recovery');
      if (!userId) throw recoveryTokenRequired();
      const profile = await this.users.profile(userId);
      // Whoever reads the mails of the address has confirmed it.
      await this.users.update(userId, {
        password_hash,
        email_verified_at: profile?.email_verified_at ?? new Date(),
      });
      await this.tokens.close(userId, 'recovery');
      await this.sessions.endAll(userId);
      this.outbox.record({
        type: 'account.password_reset',
        actor_id: userId,
        data: { user_id: userId },
      });
    });
  }
}
