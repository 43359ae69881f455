import { AppProvider } from '../../kernel/app-provider.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import type { Actor, Subscription } from '../entities/subscription.entity.js';
import { EndingService } from './ending.service.js';
import { SubscriptionRecordsService } from './subscription-records.service.js';
import { leaving } from './transition.policy.js';

interface Cancellation {
  isNow: boolean;
  reason: string | null;
  comment: string | null;
}

/** How subscriptions are canceled. The row is locked, and has not ended. */
@AppProvider()
export class CancelingService {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly ending: EndingService,
    private readonly records: SubscriptionRecordsService,
  ) {}

  async cancel(row: Subscription, by: Actor, { isNow, reason, comment }: Cancellation): Promise<Subscription> {
    // What is past due has no paid time left.
    const ends = isNow || row.status === 'past_due' || row.status === 'incomplete';
    // The seller's decision is not taken back by the subscriber, so it replaces theirs.
    const isScheduled = row.cancel_at_period_end && (row.canceled_by === by || row.canceled_by === 'seller');
    if (isScheduled && !ends) return row;
    // A subscriber who ends at once what they have canceled before has given the reason already.
    const said = row.canceled_by === by ? row : { cancel_reason: null, cancel_comment: null };
    const why = [reason ?? said.cancel_reason, comment ?? said.cancel_comment] as const;
    const after = await this.end(leaving(row, by, ...why), by, ends);
    await this.records.tell(after, (notifications, plan) => notifications.canceled(after, plan, by));
    return after;
  }

  private async end(row: Subscription, by: Actor, isNow: boolean): Promise<Subscription> {
    if (isNow) {
      const status = row.status === 'incomplete' ? 'expired' : 'canceled';
      return (await this.ending.end([row], status, by))[0] as Subscription;
    }
    await this.charges.voidOpenOf([row.id]);
    await this.records.record(row.id, 'cancel_scheduled', by, { ends_at: row.period_end });
    return this.records.save(row);
  }
}
