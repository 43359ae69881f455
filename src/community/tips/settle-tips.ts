import { Injectable } from '@nestjs/common';
import { Jobs } from '../../jobs/jobs.js';
import { Credited } from '../../payments/credited.port.js';
import { Ledger } from '../../payments/ledger/ledger.js';
import { SettleTipsLater } from './settle-tips-later.job.js';
import { TellOfTip } from './tell-of-tip.js';
import { TipRepository } from './tip.repository.js';

/** One transaction pays no more than these, so that nobody waits long for the wallets that it holds. */
const AT_ONCE = 50;

/** Pays unpaid tips, oldest first, as soon as their sender has money. */
@Injectable()
export class SettleTips extends Credited {
  constructor(
    private readonly tips: TipRepository,
    private readonly ledger: Ledger,
    private readonly tell: TellOfTip,
    private readonly jobs: Jobs,
    private readonly later: SettleTipsLater,
  ) {
    super();
  }

  async credited(userId: string): Promise<void> {
    const creditors = await this.tips.creditors(userId, AT_ONCE);
    if (!creditors.length) return;
    // Under the lock of the wallet: of two credits at once, the second finds what the first has left.
    const money = await this.ledger.spendable(userId, creditors);
    const paid = await this.tips.settle(userId, money, AT_ONCE);
    for (const { id, recipient_id, amount } of paid) {
      await this.ledger.tip(userId, recipient_id, { amount: BigInt(amount), reference: id });
    }
    for (const tip of paid) this.tell.settled(userId, tip);
    // What they owe in turn is paid in transactions of their own: this one would not end with a chain of debtors.
    const debtors = new Set(paid.filter(({ owes }) => owes).map(({ recipient_id }) => recipient_id));
    if (paid.length === AT_ONCE) debtors.add(userId);
    for (const user_id of debtors) await this.jobs.enqueue(this.later, { user_id });
  }
}
