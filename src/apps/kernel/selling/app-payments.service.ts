import { Injectable } from '@nestjs/common';
import { type NewSale, SalesService } from '../../../payments/checkout/sales.service.js';
import { RefundJob } from '../../../payments/refunds/refund.job.js';
import { RefundRepository } from '../../../payments/refunds/refund.repository.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Lock, Outside } from '../calls/outside.js';

export type AppSale = Omit<NewSale, 'success_url' | 'cancel_url'> & {
  success_url: string | undefined;
  cancel_url: string | undefined;
};

type Pages = Pick<AppSale, 'success_url' | 'cancel_url'>;

/** Of what costs something. An app with other checks asks before them. */
export function expectPages(given: Partial<Pages>): asserts given is Pick<NewSale, keyof Pages> {
  if (!given.success_url || !given.cancel_url) throw new Refusal(400, 'success_url and cancel_url are required');
}

interface Steps {
  /** In a transaction of its own, with the address of the page; what it returns is the action's result. */
  done: (url: string, lock: Lock) => Promise<object>;
  /** In a transaction of its own, when no page was opened: takes back what the action has set aside. */
  undo: () => Promise<void>;
}

/** How much longer a page stays open than what is set aside for it. What is paid late is honoured where that can be. */
export const PAGE_LASTS_LONGER_MS = 5 * 60 * 1000;

/** How apps take money, and give it back. */
@Injectable()
export class AppPaymentsService {
  constructor(
    private readonly sales: SalesService,
    private readonly refunds: RefundRepository,
    private readonly refundJob: RefundJob,
    private readonly jobs: JobsService,
  ) {}

  /**
   * Begins a payment inside the action's transaction, so that it stands or falls with the order, and opens the page where
   * it is paid when that is over. An action that returns it says `outside: true`.
   */
  async checkout({ success_url, cancel_url, ...begun }: AppSale, steps: Steps): Promise<Outside> {
    const pages = { success_url, cancel_url };
    expectPages(pages);
    const sale = await this.sales.begin({ ...begun, ...pages });
    return Outside.first({ ask: () => this.sales.open(sale), ...steps });
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
