import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { decimal } from '../../platform/money/money.js';
import { Realtime } from '../../realtime/realtime.js';
import { WALLET_TRANSACTION } from './wallet.events.js';
import { presentTransaction } from './wallet.presenter.js';
import type { TransactionRow } from './wallet-transaction.repository.js';

/** What the owner of a wallet hears of it, each time that one of its transactions changes. */
@Injectable()
export class WalletNews {
  constructor(
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  requested(withdrawal: TransactionRow): void {
    const { id: transaction_id, user_id } = withdrawal;
    const data = { transaction_id, amount: decimal(-BigInt(withdrawal.amount)) };
    this.outbox.record({ type: 'wallet.withdrawal_requested', actor_id: user_id, data });
    this.changed(withdrawal, user_id);
  }

  /** Who of the staff decided, its owner is not told. */
  decided(withdrawal: TransactionRow, adminId: string): void {
    const { id: transaction_id, user_id, status } = withdrawal;
    const data = { transaction_id, user_id, amount: decimal(-BigInt(withdrawal.amount)) };
    this.outbox.record({ type: `wallet.withdrawal_${status}`, actor_id: adminId, data, staff: true });
    this.changed(withdrawal);
  }

  credited(deposit: TransactionRow, payment_id: string): void {
    const { id: transaction_id, user_id } = deposit;
    const data = { transaction_id, payment_id, amount: decimal(BigInt(deposit.amount)) };
    this.outbox.record({ type: 'wallet.credited', actor_id: user_id, data });
    this.changed(deposit);
  }

  changed(row: TransactionRow, actorId: string | null = null): void {
    if (!row.user_id) return;
    const transaction = presentTransaction(row);
    this.realtime.emit(WALLET_TRANSACTION, `user:${row.user_id}`, { transaction }, actorId);
  }
}
