import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/access.js';
import { type Many, ExtensionsService } from '../../platform/extensions.service.js';
import { Refusal } from '../../platform/http/refusal.js';
import { decimal } from '../../platform/money/money.js';
import { ConnectService } from '../connect/connect.service.js';
import { PaymentRepository } from '../payments/payment.repository.js';
import { SellerProducts } from '../extension-points.js';
import { PLANS } from '../subscriptions/plans.js';
import { SubscriptionCheckoutService } from '../subscriptions/subscription-checkout.service.js';
import type { SubscriptionRow } from '../subscriptions/subscription.repository.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import type { BusinessAnswer, DashboardAnswer, SubscriptionSummary, UpgradeInput } from './business.dto.js';

@Injectable()
export class BusinessService {
  private readonly sellerProducts: Many<SellerProducts>;

  constructor(
    private readonly connect: ConnectService,
    private readonly subscriptions: SubscriptionsService,
    private readonly checkout: SubscriptionCheckoutService,
    private readonly payments: PaymentRepository,
    extensions: ExtensionsService,
  ) {
    this.sellerProducts = extensions.many(SellerProducts);
  }

  async find(userId: string): Promise<BusinessAnswer> {
    const [business_account, current] = await Promise.all([
      this.connect.findBusinessAccount(userId),
      this.subscriptions.findCurrent(userId, 'plan'),
    ]);
    return { business_account, subscription: current ? presentSubscription(current) : null };
  }

  /** Returns the address of the checkout page. Once paid, the plan replaces another plan of the caller. */
  async startUpgrade(id: string, caller: Caller, { plan, ...back }: UpgradeInput): Promise<string> {
    const current = await this.subscriptions.findCurrent(caller.id, 'plan');
    if (current?.status === 'active' && current.plan === plan) {
      throw new Refusal(409, `The ${plan} plan is active already`);
    }
    const order = { title: `Business plan ${plan}`, amount: PLANS[plan], metadata: { plan } };
    return this.checkout.start(id, caller, { kind: 'plan', ...order, ...back });
  }

  async cancelPlan(userId: string): Promise<SubscriptionSummary> {
    return presentSubscription(await this.subscriptions.cancelAtPeriodEnd(userId, 'plan'));
  }

  /** Revenue is what buyers paid, the platform's fee included; amounts of different currencies are added up. */
  async sumSales(sellerId: string): Promise<DashboardAnswer['stats']> {
    const counts = this.sellerProducts.values.map((products) => products.countOf(sellerId));
    const sold = await this.payments.sumSales(sellerId);
    const revenue = sold.map(({ currency, revenue: minor }) => decimal(BigInt(minor), currency));
    return {
      total_sales: sold.reduce((sum, { sales }) => sum + sales, 0),
      // Currencies have at most three decimals; rounding removes the error of adding binary fractions.
      total_revenue: Math.round(revenue.reduce((sum, part) => sum + part, 0) * 1000) / 1000,
      total_products: (await Promise.all(counts)).reduce((sum, count) => sum + count, 0),
    };
  }
}

/** An ended plan is shown as no plan, here as on the profile. */
const presentSubscription = ({ plan, status, expires_at, ended }: SubscriptionRow): SubscriptionSummary => ({
  plan: ended ? null : plan,
  status,
  expires_at,
});
