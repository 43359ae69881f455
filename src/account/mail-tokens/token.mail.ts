import { Injectable } from '@nestjs/common';
import { type Mail, MailKind } from '../../mail/mail.js';
import { Runtime } from '../../platform/config/runtime.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { UserRepository } from '../users/user.repository.js';
import type { Purpose } from './mail-token.entity.js';
import { MailTokenRepository } from './mail-token.repository.js';

const MAILS_IN_15_MINUTES = 5;

/**
 * A mail with a single-use link. The token is issued when the job composes the mail, so the queue never contains it, and
 * the request that sends the mail does not learn whether the address is known.
 */
@Injectable()
abstract class TokenMail extends MailKind<{ email: string }> {
  protected abstract readonly purpose: Purpose;

  constructor(
    private readonly tokens: MailTokenRepository,
    private readonly users: UserRepository,
    private readonly database: DatabaseService,
    protected readonly runtime: Runtime,
  ) {
    super();
  }

  async compose({ email }: { email: string }, requestId: string): Promise<Mail | undefined> {
    const token = await this.issueToken(email, requestId);
    return token === undefined ? undefined : { to: email, ...this.write(token) };
  }

  protected abstract write(token: string): Omit<Mail, 'to'>;

  private issueToken(email: string, requestId: string): Promise<string | undefined> {
    return this.database.transaction(async () => {
      const user = await this.users.lockByEmail(email);
      if (!user || user.user_status !== 'active') return undefined;
      if (this.purpose === 'verification' && user.email_verified_at) return undefined;
      if ((await this.tokens.countRecent(user.id, requestId)) >= MAILS_IN_15_MINUTES) return undefined;
      if (this.purpose === 'recovery') await this.tokens.closeAll(user.id, this.purpose, requestId);
      return this.tokens.issue(user.id, requestId, this.purpose);
    });
  }
}

@Injectable()
export class VerificationMail extends TokenMail {
  readonly name = 'account.verification';
  protected readonly purpose = 'verification';

  protected write(token: string): Omit<Mail, 'to'> {
    return {
      subject: 'Confirm your e-mail address',
      paragraphs: ['Welcome. Please confirm that this address is yours.'],
      button: {
        label: 'Confirm my address',
        url: `${this.runtime.appUrl}/verify-email?token_hash=${token}&type=email`,
      },
      footnote: 'The link is good for 24 hours. If you did not sign up, you need not do anything.',
    };
  }
}

@Injectable()
export class RecoveryMail extends TokenMail {
  readonly name = 'account.recovery';
  protected readonly purpose = 'recovery';

  protected write(token: string): Omit<Mail, 'to'> {
    return {
      subject: 'Choose a new password',
      paragraphs: ['Somebody, hopefully you, asked for a new password for this account.'],
      button: { label: 'Choose a new password', url: `${this.runtime.appUrl}/reset-password?recovery_token=${token}` },
      footnote:
        'The link is good for one hour, once. If it was not you, your password stays as it is and you need not do anything.',
    };
  }
}
