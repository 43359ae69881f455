import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { refusal } from '../../platform/http/refusal.js';
import { PasswordReset } from '../account.events.js';
import { MailTokenRepository } from '../mail-tokens/mail-token.repository.js';
import { PasswordHasherService } from '../password-hashing/password-hasher.service.js';
import { UserRepository } from '../users/user.repository.js';
import { AccessRevocationService } from './access-revocation.service.js';

export const recoveryTokenRequired = refusal(401, 'Recovery token required: pass it as Authorization: Bearer <token>');

@Injectable()
export class PasswordsService {
  constructor(
    private readonly tokens: MailTokenRepository,
    private readonly users: UserRepository,
    private readonly access: AccessRevocationService,
    private readonly hasher: PasswordHasherService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  async reset(token: string, password: string): Promise<void> {
    const password_hash = await this.hasher.hash(password);
    await this.database.transaction(async () => {
      const userId = await this.tokens.consume(token, 'recovery');
      if (!userId) throw recoveryTokenRequired();
      const verifiedAt = (await this.users.findProfile(userId))?.email_verified_at ?? null;
      // The token was in a mail to the address, so it confirms the address too.
      await this.users.change(userId, { password_hash, email_verified_at: verifiedAt ?? new Date() });
      await (verifiedAt ? this.access.endSessions(userId) : this.access.endAll(userId));
      this.events.announce(PasswordReset, { user_id: userId }, userId);
    });
  }
}
