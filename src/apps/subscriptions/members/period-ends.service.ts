import { AppProvider } from '../../kernel/app-provider.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import { nextCharge } from '../billing/next-charge.policy.js';
import type { Plan } from '../entities/plan.entity.js';
import type { Charge, Subscription } from '../entities/subscription.entity.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { EndingService } from './ending.service.js';
import { FreeRenewalsService } from './free-renewals.service.js';
import { HistoryRepository } from './history.repository.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { fellDue } from './transition.policy.js';

/** What happens to subscriptions whose period is over: they are canceled, renewed, expired or past due. */
@AppProvider()
export class PeriodEndsService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly charges: ChargeRepository,
    private readonly plans: PlanRepository,
    private readonly history: HistoryRepository,
    private readonly ending: EndingService,
    private readonly free: FreeRenewalsService,
  ) {}

  /** The rows are locked, and their periods are over. */
  async roll(rows: Subscription[]): Promise<void> {
    if (!rows.length) return;
    const known = await this.plans.byIds(rows.flatMap((row) => [row.plan_id, row.pending_plan_id ?? []].flat()));
    const plans = new Map(known.map((plan) => [plan.id, plan]));
    const open = await this.charges.openOfMany(rows.map(({ id }) => id));
    const charges = new Map(open.map((charge) => [charge.subscription_id, charge]));
    const leaving = rows.filter((row) => row.cancel_at_period_end || row.seller_id === null);
    const staying = rows.filter((row) => !leaving.includes(row));
    const isFree = (row: Subscription) => amountOf(row, plans, charges.get(row.id)) === 0;
    const left = await this.free.renew(staying.filter(isFree), plans);
    const unpaid = staying.filter((row) => !isFree(row));
    const hasGrace = (row: Subscription) => row.status !== 'trialing' && graceOf(row, plans) > 0;
    await this.ending.end(leaving, 'canceled');
    await this.ending.end([...left, ...unpaid.filter((row) => !hasGrace(row))], 'expired');
    await this.fallDue(unpaid.filter(hasGrace), plans, charges);
  }

  private async fallDue(
    rows: Subscription[],
    plans: Map<string, Plan>,
    charges: Map<string | null, Charge>,
  ): Promise<void> {
    const isMissing = ({ id }: Subscription) => (charges.get(id)?.kind ?? 'upgrade') === 'upgrade';
    const without = rows.filter(isMissing);
    // An upgrade that nobody has paid gives way to what is due.
    await this.charges.voidOpenOf(without.map(({ id }) => id));
    await this.charges.insertMany(without.map((row) => nextCharge(row, pendingOf(row, plans))));
    const after = await this.subscriptions.saveMany(rows.map((row) => fellDue(row, graceOf(row, plans))));
    const ids = after.map(({ id }) => id);
    await this.history.record(ids, 'past_due', 'system');
  }
}

const pendingOf = ({ pending_plan_id }: Subscription, plans: Map<string, Plan>) => plans.get(pending_plan_id ?? '');
const graceOf = ({ plan_id }: Subscription, plans: Map<string, Plan>) => plans.get(plan_id)?.grace_days ?? 0;

/** Of the next period: as it was opened, or on the terms of now. */
function amountOf(row: Subscription, plans: Map<string, Plan>, open: Charge | undefined): number {
  const isOpened = open && open.kind !== 'upgrade';
  return isOpened ? open.amount_minor : nextCharge(row, pendingOf(row, plans)).amount_minor;
}
