import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppPaymentsService } from '../../kernel/selling/app-payments.service.js';
import { OrderRepository } from '../orders/order.repository.js';

/** Every minute: hands what is owed to buyers to the payments, each sum once. */
@AppProvider()
export class StartRefundsJob extends BatchJob {
  readonly name = 'events.start-refunds';
  override readonly every = '* * * * *';

  constructor(
    private readonly orders: OrderRepository,
    private readonly payments: AppPaymentsService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const owed = await this.orders.takeOwed();
    for (const { payment_id, amount } of owed) await this.payments.refund(payment_id, amount);
    return owed.length > 0;
  }
}
