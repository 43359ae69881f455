import { AppProvider } from '../../kernel/app-provider.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import type { Actor, Subscription } from '../entities/subscription.entity.js';
import { BenefitsService } from './benefits.service.js';
import { SubscriptionRecordsService } from './subscription-records.service.js';
import { paused, resumed } from './transition.policy.js';

/** Pauses keep the rest of the paid time. The subscription is locked. */
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

  /** The periods that were paid for end as much later as the pause was long. */
  async resume(row: Subscription, by: Actor): Promise<Subscription> {
    const now = new Date();
    const paused_at = row.paused_at as Date;
    const rested = now.getTime() - paused_at.getTime();
    const after = await this.records.save(resumed(row, now));
    await this.charges.shift(row.id, paused_at, rested);
    await this.benefits.resume(row.id, rested);
    await this.records.record(row.id, 'resumed', by, { period_end: after.period_end });
    return after;
  }
}
