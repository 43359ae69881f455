import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../platform/database/database.service.js';
import { sql } from '../platform/database/sql.js';
import { Job } from './job.js';

const FORGET_ANSWERS = sql(
  'forget_old_answers',
  `DELETE FROM platform.idempotent_answers WHERE created_at < now() - interval '24 hours'`,
);
/** The number of keys kept per caller: at the usual request limit those of more than an hour. */
const KEYS_AT_MOST = 20_000;
const FORGET_OVERFLOW = sql(
  'forget_overflowing_answers',
  `WITH heavy AS (
     SELECT owner_hash FROM platform.idempotent_answers GROUP BY owner_hash HAVING count(*) > $1::int
   ), oldest AS (
     SELECT heavy.owner_hash, kept.created_at FROM heavy, LATERAL (
       SELECT created_at FROM platform.idempotent_answers
       WHERE owner_hash = heavy.owner_hash ORDER BY created_at DESC OFFSET $1::int - 1 LIMIT 1) AS kept
   )
   DELETE FROM platform.idempotent_answers AS answer USING oldest
   WHERE answer.owner_hash = oldest.owner_hash AND answer.created_at < oldest.created_at AND answer.status IS NOT NULL`,
);
const FORGET_LIMITS = sql('forget_old_limits', 'DELETE FROM platform.limits WHERE expire < $1');

/** Deletes old rows of the platform's tables: stored answers and rate limit counters. */
@Injectable()
export class PurgeIdempotentAnswersJob extends Job {
  readonly name = 'platform.forget-old-answers';
  override readonly every = '17 * * * *';

  constructor(private readonly database: DatabaseService) {
    super();
  }

  async run(): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.count(FORGET_ANSWERS);
      await this.database.count(FORGET_OVERFLOW, [KEYS_AT_MOST]);
      await this.database.count(FORGET_LIMITS, [Date.now()]);
    });
  }
}
