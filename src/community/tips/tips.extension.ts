import { Injectable } from '@nestjs/common';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { EventsService } from '../../events/events.service.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { LedgerService } from '../../payments/ledger/ledger.service.js';
import { WalletCreditHook } from '../../payments/extension-points.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { SettleTipsJob } from './settle-tips.job.js';
import { TipRepository } from './tip.repository.js';
import { TipSettled } from './tips.events.js';

/** The number of tips that one transaction pays; it limits how long the locked wallets block others. */
const BATCH = 50;

/** Pays unpaid tips, oldest first, when the wallet of their sender is credited. */
@Injectable()
export class TipSettlementExtension extends WalletCreditHook {
  constructor(
    private readonly tips: TipRepository,
    private readonly ledger: LedgerService,
    private readonly events: EventsService,
    private readonly jobs: JobsService,
    private readonly settleTips: SettleTipsJob,
  ) {
    super();
  }

  takers(userId: string): Promise<string[]> {
    return this.tips.lockCreditors(userId, BATCH);
  }

  async credited(userId: string): Promise<void> {
    // Read again: a tip may have been sent while the credit waited for the lock of the wallet.
    const creditors = await this.takers(userId);
    if (!creditors.length) return;
    // Locks the wallets: of two concurrent credits the second one sees what the first one has left.
    const money = await this.ledger.lockSpendable(userId, creditors);
    const paid = await this.tips.settle(userId, money, BATCH);
    for (const { id, recipient_id, amount } of paid) {
      await this.ledger.tip(userId, recipient_id, { amount: BigInt(amount), reference: id });
    }
    for (const tip of paid) this.events.announce(TipSettled, { ...tip, sender_id: userId }, userId);
    // Recipients who owe tips pay them in transactions of their own: a chain of debtors has no limit.
    const debtors = new Set(paid.filter(({ owes }) => owes).map(({ recipient_id }) => recipient_id));
    if (paid.length === BATCH) debtors.add(userId);
    for (const user_id of debtors) await this.jobs.enqueue(this.settleTips, { user_id });
  }
}

/** Deleting an account anonymizes its paid tips and deletes the unpaid ones, so the other users reload their lists. */
@Injectable()
export class TipDeletionExtension extends AccountDeletionHook {
  constructor(
    private readonly tips: TipRepository,
    private readonly realtime: RealtimeService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    const partners = await this.tips.listPartners(userId);
    this.realtime.renew(partners.map((id) => `user:${id}` as const));
  }
}
