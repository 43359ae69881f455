import { Injectable } from '@nestjs/common';
import { ApiKeyRepository } from '../api-keys/api-key.repository.js';
import { ExportRepository } from '../exports/export.repository.js';
import { MailTokenRepository } from '../mail-tokens/mail-token.repository.js';
import { SessionRepository } from '../sessions/session.repository.js';

/** Ends what gives access to an account. It runs in a transaction that has locked the user. */
@Injectable()
export class AccessRevocationService {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly keys: ApiKeyRepository,
    private readonly mailTokens: MailTokenRepository,
    private readonly exports: ExportRepository,
  ) {}

  /** For a changed password: API keys belong to the owner and stay. */
  async endSessions(userId: string): Promise<void> {
    await this.mailTokens.closeAll(userId, 'recovery');
    await this.sessions.endAll(userId);
  }

  /**
   * For an address that is confirmed for the first time by a new password: another person may have signed up with it,
   * so everything that was created before may be theirs. Realtime tickets end with the session or key that requested them.
   */
  async endAll(userId: string): Promise<void> {
    await this.endSessions(userId);
    await this.mailTokens.closeAll(userId, 'verification');
    await this.keys.deleteAll(userId);
    await this.exports.expireAll(userId);
  }
}
