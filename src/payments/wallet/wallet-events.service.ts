import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { decimal } from '../../platform/money/money.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import type { TransactionRow } from './wallet-transaction.repository.js';
import { WALLET_TRANSACTION } from './wallet.events.js';
import { presentTransaction } from './wallet.presenter.js';

/** Announces every change of a wallet transaction to the wallet's owner, and to the outbox. */
@Injectable()
export class WalletEventsService {
  constructor(
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {}

  withdrawalRequested(withdrawal: TransactionRow): void {
    const { id: transaction_id, user_id } = withdrawal;
    const data = { transaction_id, amount: decimal(-BigInt(withdrawal.amount)) };
    this.events.record({ type: 'wallet.withdrawal_requested', actor_id: user_id, data });
    this.transactionChanged(withdrawal, user_id);
  }

  /** The realtime event does not name the admin who decided. */
  withdrawalDecided(withdrawal: TransactionRow, adminId: string): void {
    const { id: transaction_id, user_id, status } = withdrawal;
    const data = { transaction_id, user_id, amount: decimal(-BigInt(withdrawal.amount)) };
    this.events.record({ type: `wallet.withdrawal_${status}`, actor_id: adminId, data, staff: true });
    this.transactionChanged(withdrawal);
  }

  depositCredited(deposit: TransactionRow, payment_id: string): void {
    const { id: transaction_id, user_id } = deposit;
    const data = { transaction_id, payment_id, amount: decimal(BigInt(deposit.amount)) };
    this.events.record({ type: 'wallet.credited', actor_id: user_id, data });
    this.transactionChanged(deposit);
  }

  transactionChanged(row: TransactionRow, actorId: string | null = null): void {
    if (!row.user_id) return;
    const transaction = presentTransaction(row);
    this.realtime.emit(WALLET_TRANSACTION, `user:${row.user_id}`, { transaction }, actorId);
  }
}
