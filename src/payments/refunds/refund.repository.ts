import { Injectable } from '@nestjs/common';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { Refund } from './refund.entity.js';

const WAITING = sql(
  'refunds_waiting',
  `SELECT id FROM payments.refunds WHERE status = 'pending' AND created_at < now() - interval '2 minutes'
   ORDER BY created_at LIMIT 100`,
);

@Injectable()
export class RefundRepository extends EntityRepository<Refund> {
  protected readonly entity = Refund;

  /** The oldest first. */
  ofPayment(paymentId: string): Promise<Refund[]> {
    return this.find({ payment_id: paymentId }, { order: { created_at: 'ASC' } });
  }

  /** Those whose request died or failed, the oldest hundred. */
  async waiting(): Promise<string[]> {
    return (await this.rows<{ id: string }>(WAITING)).map(({ id }) => id);
  }
}
