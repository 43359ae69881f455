import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LessThan, MoreThan, Not } from 'typeorm';
import { EntityRepository, NOW } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { MailToken, type Purpose } from './mail-token.entity.js';

const HOURS: Record<Purpose, number> = { verification: 24, recovery: 1 };
const DAY_MS = 24 * 3_600_000;
const RECENT_MS = 15 * 60_000;

const ISSUE = sql(
  'mail_token_issue',
  `INSERT INTO account.mail_tokens (user_id, request_id, purpose, token_hash, expires_at)
   VALUES ($1, $2, $3, $4, now() + make_interval(hours => $5))
   ON CONFLICT (request_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
);
const LOCK_OWNER = sql(
  'mail_token_lock_owner',
  `SELECT u.id FROM account.mail_tokens t JOIN account.users u ON u.id = t.user_id
   WHERE t.token_hash = $1 AND t.purpose = $2 FOR NO KEY UPDATE OF u`,
);

@Injectable()
export class MailTokenRepository extends EntityRepository<MailToken> {
  protected readonly entity = MailToken;

  /** The mails to this account in the last 15 minutes, without the mail of this request. */
  countRecent(user_id: string, requestId: string): Promise<number> {
    const recent = MoreThan(new Date(Date.now() - RECENT_MS));
    return this.countWhere({ user_id, created_at: recent, request_id: Not(requestId) });
  }

  /** Returns a new token. It cannot be read again, because only its hash is stored. */
  async issue(userId: string, requestId: string, purpose: Purpose): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.count(ISSUE, userId, requestId, purpose, sha256(token), HOURS[purpose]);
    return token;
  }

  /** Marks all open tokens of this purpose as used, except the token of one mail. */
  async closeAll(user_id: string, purpose: Purpose, exceptRequestId?: string): Promise<void> {
    const others = exceptRequestId !== undefined && { request_id: Not(exceptRequestId) };
    await this.update({ user_id, purpose, used_at: null, ...others }, { used_at: NOW });
  }

  async purgeExpired(): Promise<void> {
    await this.delete({ expires_at: LessThan(new Date(Date.now() - DAY_MS)) });
  }

  /** Undefined: the token was never issued. False: it was used or replaced, or it has expired. */
  async isUsable(token: string, purpose: Purpose): Promise<boolean | undefined> {
    const found = await this.findOne({ token_hash: sha256(token), purpose });
    return found && !found.used_at && found.expires_at > new Date();
  }

  /**
   * Marks the token as used and returns its user; of several concurrent calls only one gets the user. The user is locked
   * before the token, as by everything else that changes tokens.
   */
  async consume(token: string, purpose: Purpose): Promise<string | undefined> {
    await this.rows(LOCK_OWNER, sha256(token), purpose);
    const usable = { token_hash: sha256(token), purpose, used_at: null, expires_at: MoreThan(new Date()) };
    return (await this.updateOne(usable, { used_at: NOW }))?.user_id;
  }
}

const sha256 = (token: string) => createHash('sha256').update(token).digest();
