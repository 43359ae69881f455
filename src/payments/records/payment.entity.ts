import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, Money, UpdatedAt } from '../../platform/database/columns.js';

/** Money that somebody was asked to pay at the processor, and what became of it. */
@Entity({ schema: 'payments', name: 'payments' })
@Check('payments_kind_check', `kind IN ('deposit', 'checkout', 'plan', 'membership')`)
@Check('payments_status_check', `status IN ('pending', 'completed', 'failed', 'refunded')`)
@Check('payments_amount_check', 'amount > 0')
@Check('payments_fee_check', 'fee BETWEEN 0 AND amount')
@Check('payments_refunded_check', 'refunded_amount BETWEEN 0 AND amount')
@Index('payments_of_buyer', ['buyer_id', 'created_at', 'id'])
@Index('payments_of_seller', ['seller_id', 'created_at', 'id'])
// With columns beside its key, which TypeORM cannot say.
@Index('payments_sold', { synchronize: false })
@Index('payments_revenue', { synchronize: false })
export class Payment {
  @Id() id!: string;
  @Column({ type: 'text' }) kind!: 'deposit' | 'checkout' | 'plan' | 'membership';
  @Column({ type: 'text', default: 'pending' }) status!: string;
  /** Who paid and who sold: null when that account is gone; what was paid stays true for the other. */
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
  /** What it was for: app_slug, reference_id and reference_type of a checkout, the plan or tier of a subscription. */
  @Column({ type: 'jsonb', default: {} }) metadata!: Record<string, string>;
  @Column({ type: 'text', nullable: true }) @Index('payments_session', { unique: true }) session_id!:
    string | null;
  @Column({ type: 'text', nullable: true }) @Index('payments_intent') payment_intent_id!: string | null;
  /** Why somebody has to look at it: what was paid differs from what was asked for, or nobody fulfils it. */
  @Column({ type: 'text', nullable: true }) flag!: string | null;
  @Moment({ nullable: true }) fulfilled_at!: Date | null;
  @Moment({ nullable: true }) completed_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
