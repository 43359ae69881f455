import { Injectable, Logger } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { PaymentRepository } from '../payments/payment.repository.js';
import { RefundExecutionService } from './refund-execution.service.js';
import { RefundRepository } from './refund.repository.js';

interface Data {
  /** Left out in the periodic run, which takes every refund that waits. */
  refund_id?: string;
}

/** Makes the refunds that apps have asked for, and those whose request ended before the processor had answered. */
@Injectable()
export class RefundJob extends Job<Data> {
  readonly name = 'payments.refund';
  override readonly every = '*/5 * * * *';
  private readonly logger = new Logger('Refunds');

  constructor(
    private readonly refunds: RefundRepository,
    private readonly payments: PaymentRepository,
    private readonly execution: RefundExecutionService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ refund_id }: Data): Promise<void> {
    if (refund_id !== undefined) return this.make(refund_id);
    for (const id of await this.refunds.waiting()) {
      await this.make(id).catch((error: Error) => this.logger.warn({ msg: 'a refund waits', id, why: error.message }));
    }
  }

  /** Throws while the processor is away. A refund that it refuses is left to an operator, who sees the flag. */
  private async make(id: string): Promise<void> {
    const refund = await this.refunds.findOne({ id, status: 'pending' });
    if (!refund) return;
    await this.execution.execute(refund).catch(async (error: unknown) => {
      if (await this.refunds.exists({ id, status: 'pending' })) throw error;
      await this.database.transaction(() => this.payments.flag(refund.payment_id, 'refund_refused'));
    });
  }
}
