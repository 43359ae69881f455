import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { LedgerService } from '../../payments/ledger/ledger.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';

/** Settles the tips that did not fit into the batch of the transaction that credited the wallet. */
@Injectable()
export class SettleTipsJob extends Job<{ user_id: string }> {
  readonly name = 'community.settle-tips';

  constructor(
    private readonly ledger: LedgerService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ user_id }: { user_id: string }): Promise<void> {
    await this.database.transaction(() => this.ledger.runCreditHooks(user_id));
  }
}
