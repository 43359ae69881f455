import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import type { Purpose } from './mail-token.entity.js';

const HOURS: Record<Purpose, number> = { verification: 24, recovery: 1 };

const RECENT = sql(
  'mail_token_recent',
  `SELECT count(*)::int AS mails FROM account.mail_tokens
   WHERE user_id = $1 AND created_at > now() - interval '15 minutes' AND request_id <> $2`,
);
const CLOSE_ALL = sql(
  'mail_token_close',
  `UPDATE account.mail_tokens SET used_at = now()
   WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL AND request_id IS DISTINCT FROM $3`,
);
const ISSUE = sql(
  'mail_token_issue',
  `INSERT INTO account.mail_tokens (user_id, request_id, purpose, token_hash, expires_at)
   VALUES ($1, $2, $3, $4, now() + make_interval(hours => $5))
   ON CONFLICT (request_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
);
const FIND = sql(
  'mail_token_find',
  `SELECT used_at IS NULL AND expires_at > now() AS good FROM account.mail_tokens
   WHERE token_hash = $1 AND purpose = $2`,
);
const CONSUME = sql(
  'mail_token_consume',
  `UPDATE account.mail_tokens SET used_at = now()
   WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now() RETURNING user_id`,
);
const PURGE = sql('mail_token_forget', `DELETE FROM account.mail_tokens WHERE expires_at < now() - interval '1 day'`);

@Injectable()
export class MailTokenRepository extends BaseRepository {
  /** The mails to this account in the last 15 minutes, without the mail of this request. */
  async countRecent(userId: string, requestId: string): Promise<number> {
    return (await this.one<{ mails: number }>(RECENT, userId, requestId))?.mails ?? 0;
  }

  /** Returns a new token. It cannot be read again, because only its hash is stored. */
  async issue(userId: string, requestId: string, purpose: Purpose): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.count(ISSUE, userId, requestId, purpose, sha256(token), HOURS[purpose]);
    return token;
  }

  /** Marks all open tokens of this purpose as used, except the token of one mail. */
  async closeAll(userId: string, purpose: Purpose, exceptRequestId: string | null = null): Promise<void> {
    await this.count(CLOSE_ALL, userId, purpose, exceptRequestId);
  }

  /** Undefined: the token was never issued. False: it was used or replaced, or it has expired. */
  async isUsable(token: string, purpose: Purpose): Promise<boolean | undefined> {
    return (await this.one<{ good: boolean }>(FIND, sha256(token), purpose))?.good;
  }

  /** Marks the token as used and returns its user; of several concurrent calls only one gets the user. */
  async consume(token: string, purpose: Purpose): Promise<string | undefined> {
    return (await this.one<{ user_id: string }>(CONSUME, sha256(token), purpose))?.user_id;
  }

  async purgeExpired(): Promise<void> {
    await this.count(PURGE);
  }
}

const sha256 = (token: string) => createHash('sha256').update(token).digest();
