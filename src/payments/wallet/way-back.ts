import { Injectable } from '@nestjs/common';
import { Ledger } from '../ledger/ledger.js';
import { WalletNews } from './wallet-news.js';
import { WalletTransactionRepository } from './wallet-transaction.repository.js';

/** How a deposit that is given back leaves the wallet: as a withdrawal that names its payment, which the caller has locked. */
@Injectable()
export class WayBack {
  constructor(
    private readonly ledger: Ledger,
    private readonly transactions: WalletTransactionRepository,
    private readonly news: WalletNews,
  ) {}

  async isOpen(paymentId: string): Promise<boolean> {
    return (await this.transactions.pendingRefund(paymentId)) !== undefined;
  }

  /** Sets aside what the processor is about to be asked to give back; refused where it is not there any more. */
  async open(paymentId: string, userId: string, amount: bigint): Promise<string> {
    const withdrawal = { user_id: userId, type: 'withdrawal', amount: -amount, status: 'pending' } as const;
    const opened = await this.transactions.insert({ ...withdrawal, payment_id: paymentId });
    await this.ledger.hold(userId, { amount, reference: opened.id });
    this.news.changed(opened);
    return opened.id;
  }

  /** The processor will not give it back. */
  async giveUp(paymentId: string): Promise<void> {
    const pending = await this.transactions.pendingRefund(paymentId);
    if (!pending) return;
    await this.letGo(pending.id);
    if (pending.user_id) await this.ledger.credited(pending.user_id);
  }

  /** The processor gave so much back: takes it out as far as it is there, and tells how far that was. */
  async take(paymentId: string, userId: string | null, amount: bigint, rest: bigint): Promise<bigint> {
    const pending = await this.transactions.pendingRefund(paymentId);
    if (pending && BigInt(pending.amount) === -amount) {
      await this.close(pending.id);
      return amount;
    }
    if (pending) await this.letGo(pending.id);
    if (!userId) return 0n;
    const there = await this.ledger.spendable(userId);
    const taken = there < amount ? there : amount;
    if (taken > 0n) await this.close(await this.open(paymentId, userId, taken));
    // Somebody else gave a part back while all of it was asked for: the rest goes on waiting for its answer.
    if (pending && rest > 0n && there - taken >= rest) await this.open(paymentId, userId, rest);
    if (pending) await this.ledger.credited(userId);
    return taken;
  }

  private async letGo(id: string): Promise<void> {
    await this.ledger.release(id);
    this.news.changed(await this.transactions.settleRefund(id, 'failed'));
  }

  private async close(id: string): Promise<void> {
    await this.ledger.payOut(id);
    this.news.changed(await this.transactions.settleRefund(id, 'completed'));
  }
}
