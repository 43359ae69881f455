import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { Ledger } from '../../payments/ledger/ledger.js';
import { Database } from '../../platform/database/database.js';

/** What the money is there for, and was too much for the transaction that brought it. */
@Injectable()
export class SettleTipsLater extends Job<{ user_id: string }> {
  readonly name = 'community.settle-tips';

  constructor(
    private readonly ledger: Ledger,
    private readonly database: Database,
  ) {
    super();
  }

  async run({ user_id }: { user_id: string }): Promise<void> {
    await this.database.transaction(() => this.ledger.credited(user_id));
  }
}
