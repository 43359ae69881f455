import { AppProvider } from '../../kernel/app-provider.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import { nextCharge } from '../billing/next-charge.policy.js';
import type { Plan } from '../entities/plan.entity.js';
import type { Charge, Subscription } from '../entities/subscription.entity.js';
import { SubscriptionNotificationsService } from '../subscription-notifications.service.js';
import { HistoryRepository } from './history.repository.js';
import { RenewalsService } from './renewals.service.js';
import { SettlementService } from './settlement.service.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { renewed } from './transition.policy.js';

/** Renews what costs nothing: a free plan, a coupon of 100 percent, credit. */
@AppProvider()
export class FreeRenewalsService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly charges: ChargeRepository,
    private readonly history: HistoryRepository,
    private readonly renewals: RenewalsService,
    private readonly settlement: SettlementService,
    private readonly notifications: SubscriptionNotificationsService,
  ) {}

  /** The rows are locked. Returns those that cannot be renewed, because their next plan is gone. */
  async renew(rows: Subscription[], plans: Map<string, Plan>): Promise<Subscription[]> {
    await this.renewAll(
      rows.filter(({ pending_plan_id }) => pending_plan_id === null),
      plans,
    );
    const left: Subscription[] = [];
    for (const row of rows.filter(({ pending_plan_id }) => pending_plan_id !== null)) {
      await this.charges.voidOpenOf([row.id]);
      if (!(await this.settlement.settle(row, await this.renewals.open(row)))) left.push(row);
    }
    return left;
  }

  /** By the same statements for all of them. */
  private async renewAll(rows: Subscription[], plans: Map<string, Plan>): Promise<void> {
    if (!rows.length) return;
    const now = new Date();
    const ids = rows.map(({ id }) => id);
    await this.charges.voidOpenOf(ids);
    const wanted = rows.map((row) => ({ ...nextCharge(row, undefined), status: 'paid' as const, paid_at: now }));
    const charges = await this.charges.insertMany(wanted);
    const byId = new Map(charges.map((charge) => [charge.subscription_id, charge]));
    const after = await this.subscriptions.saveMany(
      rows.map((row) => renewed(row, byId.get(row.id) as Charge, undefined, now)),
    );
    await this.history.record(ids, 'renewed', 'system');
    for (const row of after) {
      const plan = plans.get(row.plan_id);
      if (plan) this.notifications.renewed(row, plan);
    }
  }
}
