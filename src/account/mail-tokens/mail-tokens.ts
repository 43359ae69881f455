import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Limits } from '../../platform/limits/limits.js';
import { UserRepository } from '../users/user.repository.js';
import type { Purpose } from './mail-token.entity.js';
import { MailTokenRepository } from './mail-token.repository.js';

const MAILS_IN_15_MINUTES = 5;

/** The links that mails carry: when one is given out, and when one is taken. */
@Injectable()
export class MailTokens {
  constructor(
    private readonly tokens: MailTokenRepository,
    private readonly users: UserRepository,
    private readonly limits: Limits,
    private readonly database: Database,
  ) {}

  /** The token for a mail to this address; undefined where none is to be sent. */
  forMail(email: string, requestId: string, purpose: Purpose): Promise<string | undefined> {
    return this.database.transaction(async () => {
      const user = await this.users.lockByEmail(email);
      if (!user || user.user_status !== 'active') return undefined;
      if (purpose === 'verification' && user.email_verified_at) return undefined;
      if ((await this.tokens.recent(user.id, requestId)) >= MAILS_IN_15_MINUTES) return undefined;
      if (purpose === 'recovery') await this.tokens.close(user.id, purpose, requestId);
      return this.tokens.issue(user.id, requestId, purpose);
    });
  }

  /** Whether the token could be used; a token that never was is counted as a guess. */
  async isGood(token: string, purpose: Purpose, address: string | null): Promise<boolean> {
    const good = await this.tokens.isGood(token, purpose);
    if (good === undefined) await this.limits.failed('token:address', address ?? '');
    return good ?? false;
  }
}
