import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import { nextCharge } from '../billing/next-charge.policy.js';
import { plusDays } from '../billing/period.policy.js';
import type { Subscription } from '../entities/subscription.entity.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { SubscriptionNotificationsService } from '../subscription-notifications.service.js';
import { SubscriptionsSettings } from '../subscriptions.settings.js';
import { RenewalsService } from './renewals.service.js';

type Ending = Pick<Subscription, 'seller_id' | 'period_end'>;

/** Opens the charges of next periods, ahead of the time by which they are to be paid. */
@AppProvider()
export class RenewalOpeningService {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly plans: PlanRepository,
    private readonly renewals: RenewalsService,
    private readonly settings: AppSettings,
    private readonly notifications: SubscriptionNotificationsService,
  ) {}

  /** Tells of which of these subscriptions the next period is to be opened now. */
  async due(soon: Ending[]): Promise<(one: Ending) => boolean> {
    const sellers = [...new Set(soon.flatMap(({ seller_id }) => seller_id ?? []))];
    const settings = await this.settings.ofMany(SubscriptionsSettings, sellers);
    const now = new Date();
    return ({ seller_id, period_end }) => {
      const { renewal_lead_days } = settings.get(seller_id as string) ?? new SubscriptionsSettings();
      return period_end !== null && period_end <= plusDays(now, renewal_lead_days);
    };
  }

  /** The rows are locked. What was opened before they were is left as it is. */
  async open(rows: Subscription[]): Promise<void> {
    if (!rows.length) return;
    const opened = await this.charges.openOfMany(rows.map(({ id }) => id));
    const known = new Set(opened.map(({ subscription_id }) => subscription_id));
    const due = rows.filter(({ id }) => !known.has(id));
    const pending = await this.renewals.pendingPlans(due);
    const wanted = due.map((row) => nextCharge(row, pending.get(row.pending_plan_id)));
    // What costs nothing renews by itself when the period is over.
    const charges = await this.charges.insertMany(wanted.filter(({ amount_minor }) => amount_minor > 0));
    const plans = await this.plans.byIds(charges.map(({ plan_id }) => plan_id));
    const names = new Map(plans.map(({ id, name }) => [id, name]));
    const byId = new Map(due.map((row) => [row.id, row]));
    for (const charge of charges) {
      const row = byId.get(charge.subscription_id as string) as Subscription;
      this.notifications.renewalDue(row, { name: names.get(charge.plan_id) ?? '' }, charge);
    }
  }
}
