import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppPaymentsService } from '../../kernel/selling/app-payments.service.js';
import { BookingRepository } from '../bookings/booking.repository.js';

/** Hands what is owed for cancelled bookings to the payments, each once. */
@AppProvider()
export class StartRefunds extends BatchJob {
  readonly name = 'live-sessions.start-refunds';

  constructor(
    private readonly bookings: BookingRepository,
    private readonly payments: AppPaymentsService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const owed = await this.bookings.lockToRefund();
    for (const { payment_id, refund_due_minor } of owed) {
      await this.payments.refund(payment_id as string, BigInt(refund_due_minor));
    }
    await this.bookings.refundsStarted(owed.map(({ id }) => id));
    return owed.length > 0;
  }
}
