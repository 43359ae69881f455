import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { DueHoldsService } from '../orders/due-holds.service.js';
import { OrderRepository } from '../orders/order.repository.js';

/** Ends the checkouts that nobody has paid in time, of courses that nobody looks at. */
@AppProvider()
export class ExpireOrders extends Job {
  readonly name = 'courses.expire-orders';
  override readonly every = '*/5 * * * *';

  constructor(
    private readonly orders: OrderRepository,
    private readonly dueHolds: DueHoldsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (const id of await this.orders.coursesWithDue()) await this.dueHolds.release(id);
    await this.database.transaction(() => this.orders.expireAbandoned());
  }
}
