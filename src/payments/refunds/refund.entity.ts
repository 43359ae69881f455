import { Check, Column, Entity, Index } from 'typeorm';
import { CreatedAt, Id, Money, UpdatedAt } from '../../platform/database/columns.js';

/** A refund that was asked for, of a payment or a part of it. Refunds made at the processor's dashboard have no row. */
@Entity({ schema: 'payments', name: 'refunds' })
@Check('refunds_status_check', `status IN ('pending', 'done', 'refused')`)
@Check('refunds_amount_check', 'amount > 0')
@Index('refunds_of_payment', ['payment_id'])
@Index('refunds_pending', ['created_at'], { where: `status = 'pending'` })
export class Refund {
  /** The processor's idempotency key contains it, so that a repeated call refunds once. */
  @Id() id!: string;
  /** Without a foreign key: an app asks for a refund while another transaction may have locked the payment. */
  @Column({ type: 'uuid' }) payment_id!: string;
  /** Null: all that is left when the processor is asked. */
  @Money({ nullable: true }) amount!: bigint | null;
  @Column({ type: 'text', default: 'pending' }) status!: 'pending' | 'done' | 'refused';
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
