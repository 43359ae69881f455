import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, Money } from '../../platform/database/columns.js';

/** A withdrawal that the user requested, in contrast to the reversal of a refunded deposit. */
const ASKED_FOR = `type = 'withdrawal' AND payment_id IS NULL`;

/** A deposit or a withdrawal as the wallet's owner sees it; the ledger's transfers refer to its id or its payment. */
@Entity({ schema: 'payments', name: 'wallet_transactions' })
@Check('wallet_transactions_type_check', `type IN ('deposit', 'withdrawal')`)
@Check('wallet_transactions_status_check', `status IN ('pending', 'completed', 'failed')`)
@Check('wallet_transactions_sign_check', `CASE type WHEN 'deposit' THEN amount > 0 ELSE amount < 0 END`)
@Index('wallet_transactions_of_user', ['user_id', 'created_at', 'id'])
@Index('wallet_transactions_deposit', ['payment_id'], { unique: true, where: `type = 'deposit'` })
@Index('wallet_transactions_of_payment', ['payment_id'])
@Index('wallet_transactions_asked_for', ['created_at', 'id'], { where: ASKED_FOR })
@Index('wallet_transactions_asked_for_by_status', ['status', 'created_at', 'id'], { where: ASKED_FOR })
export class WalletTransaction {
  @Id() id!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  user_id!: string | null;
  @Column({ type: 'text' }) type!: string;
  /** Negative for withdrawals. */
  @Money() amount!: bigint;
  @Column({ type: 'text' }) status!: string;
  /** The payment of the deposit, or the deposit's payment that this withdrawal reverses. */
  @Column({ type: 'uuid', nullable: true }) @ForeignKey('Payment') payment_id!: string | null;
  /** Set once the processor was asked to pay the amount out: the withdrawal can then only be completed. */
  @Moment({ nullable: true }) payout_begun_at!: Date | null;
  @Column({ type: 'text', nullable: true }) processor_transfer_id!: string | null;
  @Moment({ nullable: true }) decided_at!: Date | null;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  @Index()
  decided_by!: string | null;
  @CreatedAt() created_at!: Date;
}
