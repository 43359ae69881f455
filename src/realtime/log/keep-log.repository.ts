import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';

const MAKE_PARTITIONS = sql('realtime_make_partitions', 'SELECT realtime.make_partitions()');
const DROP_PARTITIONS = sql('realtime_drop_partitions', 'SELECT realtime.drop_partitions()');
// Nothing is left of what they count; who comes with a position of theirs meets another epoch.
const FORGET_HEADS = sql(
  'realtime_forget_heads',
  `DELETE FROM realtime.heads WHERE moved_at < now() - interval '30 days'`,
);
const FORGET_TICKETS = sql(
  'realtime_forget_tickets',
  `DELETE FROM realtime.tickets WHERE created_at < now() - interval '1 minute'`,
);

@Injectable()
export class KeepLogRepository extends Repository {
  async makePartitions(): Promise<void> {
    await this.count(MAKE_PARTITIONS);
  }

  async dropPartitions(): Promise<void> {
    await this.count(DROP_PARTITIONS);
  }

  async forgetHeads(): Promise<void> {
    await this.count(FORGET_HEADS);
  }

  async forgetTickets(): Promise<void> {
    await this.count(FORGET_TICKETS);
  }
}
