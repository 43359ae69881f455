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

  async open(rows: Subscription[]): Promise<void> {
    const sellers = [...new Set(rows.flatMap(({ seller_id }) => seller_id ?? []))];
    const settings = await this.settings.ofMany(SubscriptionsSettings, sellers);
    const now = new Date();
    const isDue = ({ seller_id, period_end }: Subscription) => {
      const { renewal_lead_days } = settings.get(seller_id as string) ?? new SubscriptionsSettings();
      return (period_end as Date) <= plusDays(now, renewal_lead_days);
    };
    const due = rows.filter(isDue);
    const pending = await this.renewals.pendingPlans(due);
    const wanted = due.map((row) => nextCharge(row, pending.get(row.pending_plan_id)));
    // What costs nothing renews by itself when the period is over.
    const charges = await this.charges.insertMany(wanted.filter(({ amount_minor }) => amount_minor > 0));
    const plans = await this.plans.byIds([...new Set(charges.map(({ plan_id }) => plan_id))]);
    const names = new Map(plans.map(({ id, name }) => [id, name]));
    const byId = new Map(due.map((row) => [row.id, row]));
    for (const charge of charges) {
      const row = byId.get(charge.subscription_id as string) as Subscription;
      this.notifications.renewalDue(row, { name: names.get(charge.plan_id) ?? '' }, charge);
    }
  }
}
