import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, Money, UpdatedAt } from '../../platform/database/columns.js';

/** A payment at the processor, from its checkout page to its refund. */
@Entity({ schema: 'payments', name: 'payments' })
@Check('payments_kind_check', `kind IN ('deposit', 'checkout', 'plan', 'membership')`)
@Check('payments_status_check', `status IN ('pending', 'completed', 'failed', 'refunded')`)
@Check('payments_amount_check', 'amount > 0')
@Check('payments_fee_check', 'fee BETWEEN 0 AND amount')
@Check('payments_refunded_check', 'refunded_amount BETWEEN 0 AND amount')
@Index('payments_of_buyer', ['buyer_id', 'created_at', 'id'])
@Index('payments_of_seller', ['seller_id', 'created_at', 'id'])
// Both indexes include further columns, which TypeORM cannot express.
@Index('payments_sold', { synchronize: false })
@Index('payments_revenue', { synchronize: false })
export class Payment {
  @Id() id!: string;
  @Column({ type: 'text' }) kind!: 'deposit' | 'checkout' | 'plan' | 'membership';
  @Column({ type: 'text', default: 'pending' }) status!: string;
  /** Buyer and seller; null after that account was deleted, because the payment stays for the other one. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  buyer_id!: string | null;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  seller_id!: string | null;
  @Money() amount!: bigint;
  @Column({ type: 'text' }) currency!: string;
  /** The platform's part of the amount. */
  @Money({ default: 0 }) fee!: bigint;
  @Money({ default: 0 }) refunded_amount!: bigint;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  /** The app_slug, reference_id and reference_type of a checkout, or the plan or tier of a subscription. */
  @Column({ type: 'jsonb', default: {} }) metadata!: Record<string, string>;
  @Column({ type: 'text', nullable: true }) @Index('payments_session', { unique: true }) session_id!: string | null;
  @Column({ type: 'text', nullable: true }) @Index('payments_intent') payment_intent_id!: string | null;
  /** Why an operator has to look at it: the paid amount differs, or no app fulfils the payment. */
  @Column({ type: 'text', nullable: true }) flag!: string | null;
  @Moment({ nullable: true }) fulfilled_at!: Date | null;
  @Moment({ nullable: true }) completed_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
