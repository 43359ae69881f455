import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Money } from '../../platform/database/columns.js';

/** Money that went from one account to another: both entries in one row, so that they cannot differ. Never changed. */
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
  /** The payment, withdrawal or tip that it is about. */
  @Column({ type: 'uuid' }) reference!: string;
  @CreatedAt() created_at!: Date;
}
