import { AppProvider } from '../../kernel/app-provider.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import type { Actor, Subscription } from '../entities/subscription.entity.js';
import { BenefitsService } from './benefits.service.js';
import { SubscriptionRecordsService } from './subscription-records.service.js';
import { paused, resumed } from './transition.policy.js';

/** Pauses keep the rest of the paid time. Subscriptions are locked by the caller. */
@AppProvider()
export class PausesService {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly benefits: BenefitsService,
    private readonly records: SubscriptionRecordsService,
  ) {}

  async pause(row: Subscription, days: number): Promise<Subscription> {
    const after = await this.records.save(paused(row, days, new Date()));
    await this.charges.voidOpenOf([row.id]);
    await this.benefits.rest(row.id);
    await this.records.record(row.id, 'paused', 'subscriber', { days });
    await this.records.tell(after, (notifications, plan) => notifications.paused(after, plan));
    return after;
  }

  /** The periods that were paid for end as much later as the pauses were long. */
  async resume(rows: Subscription[], by: Actor): Promise<Subscription[]> {
    if (!rows.length) return [];
    const now = new Date();
    const after = await this.records.saveMany(rows.map((row) => resumed(row, now)));
    const rested = rows.map(({ id, paused_at }) => {
      const begun = paused_at as Date;
      return { id, after: begun, ms: now.getTime() - begun.getTime() };
    });
    await this.charges.shift(rested);
    await this.benefits.resume(rested);
    const ends = after.map(({ id, period_end }) => ({ id, data: { period_end } }));
    await this.records.recordEach(ends, 'resumed', by);
    return after;
  }
}
