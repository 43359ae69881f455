import { Injectable } from '@nestjs/common';
import { MailService } from '../../mail/mail.service.js';
import { networkOf } from '../../platform/http/networks.js';
import { LimitsService } from '../../platform/limits/limits.service.js';
import type { Purpose } from './mail-token.entity.js';
import { MailTokenRepository } from './mail-token.repository.js';
import { RecoveryMail, VerificationMail } from './token.mail.js';

@Injectable()
export class MailTokensService {
  constructor(
    private readonly tokens: MailTokenRepository,
    private readonly limits: LimitsService,
    private readonly mails: MailService,
    private readonly verificationMail: VerificationMail,
    private readonly recoveryMail: RecoveryMail,
  ) {}

  /** The job looks up the account, so answer and time are the same whether the address is known or not. */
  async sendVerificationMail(email: string): Promise<void> {
    await this.mails.send(this.verificationMail, { email });
  }

  /** The job looks up the account, as for a verification. */
  async sendRecoveryMail(email: string): Promise<void> {
    await this.mails.send(this.recoveryMail, { email });
  }

  /** Does not consume the token. A token that was never issued counts as a failed attempt of the network. */
  async isUsable(token: string, purpose: Purpose, address: string | null): Promise<boolean> {
    const key = networkOf(address) ?? '';
    const found = await this.limits.guesses['token:address'].guard(key, async () => {
      const usable = await this.tokens.isUsable(token, purpose);
      return usable === undefined ? undefined : { usable };
    });
    return found?.usable ?? false;
  }
}
