import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { sql } from '../platform/database/sql.js';
import { Job } from './job.js';

const FORGET_ANSWERS = sql(
  'forget_old_answers',
  `DELETE FROM platform.idempotent_answers WHERE created_at < now() - interval '24 hours'`,
);
const FORGET_LIMITS = sql('forget_old_limits', 'DELETE FROM platform.limits WHERE expire < $1');

/** The platform's own tables that would grow for ever: kept answers and counted guesses. */
@Injectable()
export class ForgetOldAnswers extends Job {
  readonly name = 'platform.forget-old-answers';
  override readonly every = '17 * * * *';

  constructor(private readonly database: Database) {
    super();
  }

  async run(): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.count(FORGET_ANSWERS);
      await this.database.count(FORGET_LIMITS, [Date.now()]);
    });
  }
}
