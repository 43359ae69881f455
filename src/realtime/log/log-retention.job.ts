import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { type Statement, sql } from '../../platform/database/sql.js';
import { CHECK_ORIGIN } from './log.repository.js';

const MAKE_PARTITIONS = sql('realtime_make_partitions', 'SELECT realtime.make_partitions()');
const DROP_PARTITIONS = sql('realtime_drop_partitions', 'SELECT realtime.drop_partitions()');
// The events of these streams are deleted already. A client with an old position finds a different epoch and
// has to resync.
const PURGE_HEADS = sql(
  'realtime_forget_heads',
  `DELETE FROM realtime.heads WHERE moved_at < now() - interval '30 days'`,
);
const PURGE_TICKETS = sql(
  'realtime_forget_tickets',
  `DELETE FROM realtime.tickets WHERE created_at < now() - interval '1 minute'`,
);

/** Creates the partitions of the next days and drops partitions older than 72 hours. */
@Injectable()
export class LogRetentionJob extends Job implements OnApplicationBootstrap {
  readonly name = 'realtime.keep-log';
  override readonly every = '23 * * * *';

  constructor(private readonly database: DatabaseService) {
    super();
  }

  /**
   * Must run before the first request: the database may have been restored, or partitions may be missing
   * after days of downtime.
   */
  onApplicationBootstrap(): Promise<void> {
    return this.runEach([CHECK_ORIGIN, MAKE_PARTITIONS]);
  }

  run(): Promise<void> {
    return this.runEach([MAKE_PARTITIONS, DROP_PARTITIONS, PURGE_HEADS, PURGE_TICKETS]);
  }

  /** Each statement has a transaction of its own. */
  private async runEach(statements: Statement[]): Promise<void> {
    for (const statement of statements) await this.database.transaction(() => this.database.count(statement));
  }
}
