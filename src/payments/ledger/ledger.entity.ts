import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Money, UpdatedAt } from '../../platform/database/columns.js';

/**
 * An account of the ledger: what a user may spend (wallet), what is set aside for their withdrawals (held), or the
 * world outside (processor). A trigger keeps the balance as the sum of the transfers; nothing else can change it.
 */
@Entity({ schema: 'payments', name: 'ledger_accounts' })
@Check('ledger_accounts_kind_check', `kind IN ('wallet', 'held', 'processor')`)
@Check('ledger_accounts_balance_check', 'balance >= 0')
@Index('ledger_accounts_of_user', ['user_id', 'kind'], { unique: true })
export class LedgerAccount {
  @Id() id!: string;
  @Column({ type: 'text' }) kind!: string;
  /** Null after the user's account was deleted; the money stays. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  user_id!: string | null;
  @Money({ default: 0 }) balance!: bigint;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** A movement between two accounts: one row is both entries, so they cannot differ. Rows never change. */
@Entity({ schema: 'payments', name: 'ledger_transfers' })
@Check('ledger_transfers_kind_check', `kind IN ('deposit', 'hold', 'release', 'payout', 'tip')`)
@Check('ledger_transfers_amount_check', 'amount > 0')
@Check('ledger_transfers_check', 'debit_id <> credit_id')
@Index('ledger_transfers_once', ['reference', 'kind'], { unique: true })
export class LedgerTransfer {
  @Id() id!: string;
  @Column({ type: 'text' }) kind!: string;
  @Column({ type: 'uuid' }) @ForeignKey('LedgerAccount') @Index() debit_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('LedgerAccount') @Index() credit_id!: string;
  @Money() amount!: bigint;
  /** The payment, withdrawal or tip that caused the transfer. */
  @Column({ type: 'uuid' }) reference!: string;
  @CreatedAt() created_at!: Date;
}
