import { type AppPayment, Fulfilment } from '../../payments/extension-points.js';
import { NOW } from '../../platform/database/entity.repository.js';
import { AppProvider } from '../kernel/app-provider.js';
import { ChargeRepository } from './billing/charge.repository.js';
import type { Charge, Subscription } from './entities/subscription.entity.js';
import { RefundsService } from './members/refunds.service.js';
import { SettlementService } from './members/settlement.service.js';
import { SubscriptionRepository } from './members/subscription.repository.js';
import { PlanRepository } from './plans/plan.repository.js';
import { SubscriptionNotificationsService } from './subscription-notifications.service.js';
import { isPaymentFor } from '../kernel/selling/payment-match.js';

/** What payments of charges bring. No money that has arrived is refused. */
@AppProvider()
export class SubscriptionsFulfilment extends Fulfilment {
  readonly app = 'subscriptions';

  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly charges: ChargeRepository,
    private readonly plans: PlanRepository,
    private readonly settlement: SettlementService,
    private readonly refunds: RefundsService,
    private readonly notifications: SubscriptionNotificationsService,
  ) {
    super();
  }

  async paid(payment: AppPayment): Promise<boolean> {
    const known = await this.charges.byPayment(payment.id);
    if (!known) return false;
    const { row, charge } = await this.lock(known);
    if (charge.status !== 'open' && charge.status !== 'void') return true;
    const isRight = row?.seller_id && isPaymentFor(payment, { ...charge, buyer_id: charge.owner_id });
    if (!isRight || !(await this.settlement.settle(row, charge))) await this.flag(charge);
    return true;
  }

  async refunded(payment: AppPayment): Promise<void> {
    const known = await this.charges.byPayment(payment.id);
    if (!known) return;
    const { row, charge } = await this.lock(known);
    await this.refunds.refund(row, charge, Math.min(Number(payment.refunded_amount), charge.amount_minor));
  }

  /** The subscription before its charge, as everywhere. */
  private async lock({ id, subscription_id }: Charge): Promise<{ row: Subscription | undefined; charge: Charge }> {
    const row = subscription_id === null ? undefined : await this.subscriptions.lock(subscription_id);
    return { row, charge: await this.charges.lock(id) };
  }

  /** Both sides are told to have it refunded. */
  private async flag({ id, plan_id }: Charge): Promise<void> {
    const charge = await this.charges.change(id, { status: 'needs_attention', paid_at: NOW });
    const plan = await this.plans.findOne({ id: plan_id });
    this.notifications.refundNeeded(charge, { name: plan?.name ?? 'A plan that is gone' });
  }
}
