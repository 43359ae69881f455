import { AppProvider } from '../../kernel/app-provider.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import { nextCharge } from '../billing/next-charge.policy.js';
import type { Plan } from '../entities/plan.entity.js';
import type { Charge, Subscription } from '../entities/subscription.entity.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { SubscriptionNotificationsService } from '../subscription-notifications.service.js';
import { BenefitsService } from './benefits.service.js';
import { StartingService } from './starting.service.js';
import { SubscriptionRecordsService } from './subscription-records.service.js';
import { renewed } from './transition.policy.js';

type Plans = Map<string, Plan>;

interface Move {
  id: string;
  owner_id: string;
  /** The next plan. */
  plan_id: string;
  from: string;
}

/** Renews what costs nothing (a free plan, a coupon of 100 percent, credit), by the same statements for all of them. */
@AppProvider()
export class FreeRenewalsService {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly plans: PlanRepository,
    private readonly starting: StartingService,
    private readonly benefits: BenefitsService,
    private readonly records: SubscriptionRecordsService,
    private readonly notifications: SubscriptionNotificationsService,
  ) {}

  /** The rows are locked. Returns those that cannot be renewed, because their subscribers have the next plan already. */
  async renew(rows: Subscription[], plans: Plans): Promise<Subscription[]> {
    if (!rows.length) return [];
    const moves = await this.moves(rows, plans);
    const moved = new Map(moves.map((move) => [move.id, move]));
    const renewing = rows.filter((row) => moved.has(row.id) || !nextPlan(row, plans));
    await this.charges.voidOpenOf(renewing.map(({ id }) => id));
    const after = await this.pay(renewing, plans);
    await this.follow(moves);
    for (const row of after) {
      const plan = plans.get(row.plan_id);
      if (plan) this.notifications.renewed(row, plan);
    }
    return rows.filter((row) => !renewing.includes(row));
  }

  /** Changes of plan that can be. Of two that lead one person to the same plan, the first. */
  private async moves(rows: Subscription[], plans: Plans): Promise<Move[]> {
    const wanted = new Map<string, Move>();
    for (const row of rows) {
      const plan = nextPlan(row, plans);
      const place = `${plan?.id} ${row.owner_id}`;
      if (plan && !wanted.has(place))
        wanted.set(place, { id: row.id, owner_id: row.owner_id, plan_id: plan.id, from: row.plan_id });
    }
    return this.starting.makeRooms([...wanted.values()]);
  }

  private async pay(rows: Subscription[], plans: Plans): Promise<Subscription[]> {
    const now = new Date();
    const wanted = rows.map((row) => {
      return { ...nextCharge(row, nextPlan(row, plans)), status: 'paid' as const, paid_at: now };
    });
    const charges = await this.charges.insertMany(wanted);
    const byId = new Map(charges.map((charge) => [charge.subscription_id, charge]));
    const after = rows.map((row) => renewed(row, byId.get(row.id) as Charge, nextPlan(row, plans), now));
    const ends = charges.map(({ id, subscription_id, period_end }) => {
      return { id: subscription_id as string, data: { charge_id: id, period_end } };
    });
    await this.records.recordEach(ends, 'renewed', 'system');
    return this.records.saveMany(after);
  }

  /** What follows from a change of plan. */
  private async follow(moves: Move[]): Promise<void> {
    if (!moves.length) return;
    const entries = moves.map(({ id, from, plan_id }) => ({ id, data: { from, to: plan_id } }));
    await this.records.recordEach(entries, 'plan_changed', 'system');
    await this.plans.moveSeats(
      moves.map(({ from }) => from),
      moves.map(({ plan_id }) => plan_id),
    );
    await this.benefits.replace(moves.map(({ id }) => id));
  }
}

/** Another plan that takes effect with the next period. */
function nextPlan({ plan_id, pending_plan_id }: Subscription, plans: Plans): Plan | undefined {
  return pending_plan_id === plan_id ? undefined : plans.get(pending_plan_id ?? '');
}
