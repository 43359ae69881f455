import { Injectable } from '@nestjs/common';
import { Job } from '../jobs/job.js';
import { Database } from '../platform/database/database.js';
import { sql } from '../platform/database/sql.js';

// Nobody was ever shown where to pay it: the process died, or the processor did not answer.
const FAIL_UNOPENED = sql(
  'payments_fail_unopened',
  `UPDATE payments.payments SET status = 'failed', updated_at = now()
   WHERE status = 'pending' AND session_id IS NULL AND created_at < now() - interval '1 hour'`,
);
// The processor repeats an event for three days.
const FORGET_EVENTS = sql(
  'webhook_events_forget',
  `DELETE FROM payments.webhook_events WHERE received_at < now() - interval '90 days'`,
);

@Injectable()
export class TidyPayments extends Job {
  readonly name = 'payments.tidy';
  override readonly every = '43 * * * *';

  constructor(private readonly database: Database) {
    super();
  }

  async run(): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.count(FAIL_UNOPENED);
      await this.database.count(FORGET_EVENTS);
    });
  }
}
