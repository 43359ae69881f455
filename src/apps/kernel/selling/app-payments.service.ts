import { Injectable } from '@nestjs/common';
import { type NewSale, type Sale, SalesService } from '../../../payments/checkout/sales.service.js';
import { RefundJob } from '../../../payments/refunds/refund.job.js';
import { RefundRepository } from '../../../payments/refunds/refund.repository.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { Refusal } from '../../../platform/http/refusal.js';

export type AppSale = Omit<NewSale, 'success_url' | 'cancel_url'> & {
  success_url: string | undefined;
  cancel_url: string | undefined;
};

type Pages = Pick<AppSale, 'success_url' | 'cancel_url'>;

/** Of what costs something. An app with other checks asks before them. */
export function expectPages(given: Partial<Pages>): asserts given is Pick<NewSale, keyof Pages> {
  if (!given.success_url || !given.cancel_url) throw new Refusal(400, 'success_url and cancel_url are required');
}

/**
 * How apps take money: `begin` inside the action's transaction, so that it stands or falls with the order; `open`
 * when that is over, as an action's `Outside`.
 */
@Injectable()
export class AppPaymentsService {
  constructor(
    private readonly sales: SalesService,
    private readonly refunds: RefundRepository,
    private readonly refundJob: RefundJob,
    private readonly jobs: JobsService,
  ) {}

  begin({ success_url, cancel_url, ...sale }: AppSale): Promise<Sale> {
    const pages = { success_url, cancel_url };
    expectPages(pages);
    return this.sales.begin({ ...sale, ...pages });
  }

  /** Answers the address of the page where it is paid. */
  open(sale: Sale): Promise<string> {
    return this.sales.open(sale);
  }

  /**
   * Gives money back, in minor units; all that is left without an amount. It is stored with the transaction of the
   * caller, and the processor is asked after the COMMIT until it answers. The app then hears of it by `refunded`.
   */
  async refund(payment_id: string, amount?: bigint): Promise<void> {
    const { id } = await this.refunds.insert({ payment_id, amount: amount ?? null });
    await this.jobs.enqueue(this.refundJob, { refund_id: id });
  }
}
