import { IsInt, IsNumber, IsObject, IsString } from 'class-validator';
import { ListOf, Nullable, Uuid } from '../../platform/http/fields.js';
import { AppProvider } from '../kernel/app-provider.js';
import { money } from '../kernel/selling/prices.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { rate } from '../kernel/stats/figures.js';
import { type LiveFigures, StatsRepository } from './stats.repository.js';

class PlanFigure {
  @Uuid() plan_id!: string;
  @IsString() name!: string;
  @IsInt() live!: number;
  @IsNumber() mrr!: number;
  @IsString() currency!: string;
}

export class SubscriptionsFigures {
  /** By status, at this moment. */
  @IsObject() live!: object;
  /** By currency: what renews, made monthly. */
  @IsObject() mrr!: object;
  @IsInt() new!: number;
  @IsInt() churned!: number;
  /** Of those that were live at the beginning; null where there were none. */
  @Nullable() @IsNumber() churn_rate!: number | null;
  /** Null where no trial has ended. */
  @Nullable() @IsNumber() trial_conversion!: number | null;
  /** Null where no renewal was due. */
  @Nullable() @IsNumber() renewal_rate!: number | null;
  /** Renewals that were paid in the grace period. */
  @IsInt() recovered!: number;
  @IsObject() revenue!: object;
  @IsObject() refunds!: object;
  /** How many have ended, or are about to end, for each reason. */
  @IsObject() cancel_reasons!: object;
  @ListOf(() => PlanFigure) by_plan!: PlanFigure[];
}

/** The figures of a seller. */
@AppProvider()
export class SubscriptionsStats extends AppStats {
  readonly shape = SubscriptionsFigures;

  constructor(private readonly figures: StatsRepository) {
    super();
  }

  async of(userId: string, { from, to }: Days): Promise<SubscriptionsFigures> {
    const [{ statuses, plans }, days] = await Promise.all([
      this.figures.live(userId),
      this.figures.days(userId, from, to),
    ]);
    const by = (figure: string) => days.filter((one) => one.figure === figure);
    const count = (figure: string) => by(figure)[0]?.n ?? 0;
    const sums = (figure: string) => Object.fromEntries(by(figure).map(({ value, n }) => [value, money(n, value)]));
    return {
      live: added(statuses, 'status', 'count'),
      mrr: monthly(statuses),
      new: count('new'),
      churned: count('churned'),
      churn_rate: rate(count('churned'), count('live_before')),
      trial_conversion: rate(count('converted'), count('trials')),
      renewal_rate: rate(count('renewed'), count('due')),
      recovered: count('recovered'),
      revenue: sums('revenue'),
      refunds: sums('refunds'),
      cancel_reasons: Object.fromEntries(by('reason').map(({ value, n }) => [value, n])),
      by_plan: plans.map((plan) => ({ ...plan, mrr: money(plan.mrr, plan.currency) })),
    };
  }
}

function added(rows: LiveFigures[], key: 'status' | 'currency', of: 'count' | 'mrr'): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[row[key]] = (sums[row[key]] ?? 0) + row[of];
  return sums;
}

const monthly = (rows: LiveFigures[]) =>
  Object.fromEntries(
    Object.entries(added(rows, 'currency', 'mrr')).map(([currency, minor]) => [currency, money(minor, currency)]),
  );
