import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { OrderChangesService } from '../orders/order-changes.service.js';
import { OrderRepository } from '../orders/order.repository.js';
import { WaitlistRepository } from '../waitlist/waitlist.repository.js';

/** Every minute: seats that were not paid in time, and those of offers that ran out, are free again; sales that begin. */
@AppProvider()
export class ExpireHoldsJob extends Job {
  readonly name = 'events.expire-holds';
  override readonly every = '* * * * *';

  constructor(
    private readonly database: DatabaseService,
    private readonly orders: OrderRepository,
    private readonly entries: WaitlistRepository,
    private readonly changes: OrderChangesService,
  ) {
    super();
  }

  /** Each event has a transaction of its own, so that its lock is short. */
  async run(): Promise<void> {
    const due = [...(await this.orders.eventsWithDue()), ...(await this.entries.eventsWithDue())];
    for (const id of new Set(due)) await this.database.transaction(() => this.changes.expireDue(id));
  }
}
