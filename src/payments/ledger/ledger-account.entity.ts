import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Money, UpdatedAt } from '../../platform/database/columns.js';

/**
 * Where money is: what a user may spend (wallet), what waits for his withdrawals (held), and the world outside
 * (processor). A trigger keeps the balance as the sum of the transfers; nothing else can change it.
 */
@Entity({ schema: 'payments', name: 'ledger_accounts' })
@Check('ledger_accounts_kind_check', `kind IN ('wallet', 'held', 'processor')`)
@Check('ledger_accounts_balance_check', 'balance >= 0')
@Index('ledger_accounts_of_user', ['user_id', 'kind'], { unique: true })
export class LedgerAccount {
  @Id() id!: string;
  @Column({ type: 'text' }) kind!: string;
  /** Null when the account that it belonged to is gone: the money is still there. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  user_id!: string | null;
  @Money({ default: 0 }) balance!: bigint;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
