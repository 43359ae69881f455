import { Job } from '../../../jobs/job.js';
import { inBatches } from '../../../platform/database/batches.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { firstStartFrom } from '../billing/period.policy.js';
import type { Subscription } from '../entities/subscription.entity.js';
import { HistoryRepository } from '../members/history.repository.js';
import { SubscriptionRepository } from '../members/subscription.repository.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { SubscriptionNotificationsService } from '../subscription-notifications.service.js';
import { DueRepository } from './due.repository.js';

export interface AnnouncedChange {
  plan_id: string;
  what: 'price' | 'ending';
  /** When the change was made: who was told since is not told again. */
  at: string;
}

const TYPES = { price: 'price_change', ending: 'plan_ending' } as const;

/** Subscribers of a plan are told of another price, or that the seller ends it: each once, also when the job runs again. */
@AppProvider()
export class AnnounceChange extends Job<AnnouncedChange> {
  readonly name = 'subscriptions.announce-change';

  constructor(
    private readonly due: DueRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly plans: PlanRepository,
    private readonly history: HistoryRepository,
    private readonly notifications: SubscriptionNotificationsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run(change: AnnouncedChange): Promise<void> {
    return inBatches(this.database, (after) => this.batch(change, after));
  }

  private async batch({ plan_id, what, at }: AnnouncedChange, after: string): Promise<string | undefined> {
    const plan = await this.plans.findOne({ id: plan_id });
    const rows = plan ? await this.due.withoutWordOf(plan_id, TYPES[what], at, after) : [];
    for (const row of what === 'price' ? await this.datePrices(rows) : rows) {
      if (!plan) continue;
      if (what === 'price') this.notifications.priceChange(row, plan, row.price_minor);
      else this.notifications.planEnding(row, plan);
    }
    await this.history.record(
      rows.map(({ id }) => id),
      TYPES[what],
      'seller',
    );
    return rows.at(-1)?.id;
  }

  /** The first renewal at the new price, instead of the earliest moment for it. */
  private datePrices(rows: Subscription[]): Promise<Subscription[]> {
    return this.subscriptions.saveMany(
      rows.map((row) => {
        const earliest = row.next_price_from as Date;
        const from = firstStartFrom(row.period_end as Date, row, row.anchor_day, earliest);
        return { ...row, next_price_from: from };
      }),
    );
  }
}
