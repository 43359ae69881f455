import type { Caller } from '../../../platform/access/access.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppPaymentsService, type AppSale, PAGE_LASTS_LONGER_MS } from '../../kernel/selling/app-payments.service.js';
import { money } from '../../kernel/selling/prices.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import type { Charge } from '../entities/subscription.entity.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { EndingService } from './ending.service.js';
import { SubscriptionRepository } from './subscription.repository.js';

const CHECKOUT_MS = 30 * 60 * 1000;
/** A charge without a page for longer gets none any more: the process that was to open it is gone. */
const OPENING_MS = 3 * 60 * 1000;

export interface ReturnPages {
  success_url?: string;
  cancel_url?: string;
}

export const checkoutEnd = () => new Date(Date.now() + CHECKOUT_MS);

/** A page that was opened less than half an hour ago, or is being opened. */
export function isPayable({ payment_id, checkout_url, checkout_expires_at }: Charge): boolean {
  if (!payment_id || !checkout_expires_at) return false;
  const left = checkout_expires_at.getTime() - Date.now();
  return left > 0 && (checkout_url !== null || left > CHECKOUT_MS - OPENING_MS);
}

/** The pages where charges are paid. */
@AppProvider()
export class CheckoutService {
  constructor(
    private readonly payments: AppPaymentsService,
    private readonly charges: ChargeRepository,
    private readonly plans: PlanRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly ending: EndingService,
  ) {}

  /** The page that the charge has already; otherwise the processor is asked for one. The charge has its payment. */
  async open(charge: Charge, { id, email }: Pick<Caller, 'id' | 'email'>, { success_url, cancel_url }: ReturnPages) {
    if (charge.checkout_url) return checkoutOf(charge, charge.checkout_url);
    const plan = await this.plans.the({ id: charge.plan_id }, 'Plan');
    const sale: AppSale = {
      id: charge.payment_id as string,
      seller_id: charge.seller_id as string,
      buyer: { id, email },
      amount: BigInt(charge.amount_minor),
      currency: charge.currency,
      description: plan.name,
      app_slug: 'subscriptions',
      reference_type: 'charge',
      reference_id: charge.id,
      expires_at: new Date((charge.checkout_expires_at as Date).getTime() + PAGE_LASTS_LONGER_MS),
      success_url,
      cancel_url,
    };
    return this.payments.checkout(sale, {
      // A charge that was voided meanwhile may still be paid: late payments are honoured.
      done: async (url) => {
        await this.charges.storeUrl(charge, url);
        return checkoutOf(charge, url);
      },
      undo: () => this.giveUp(charge),
    });
  }

  /** No page came: what was held for it is free again, and what is due stays due. */
  private async giveUp({ id, subscription_id, payment_id }: Charge): Promise<void> {
    const row = subscription_id === null ? undefined : await this.subscriptions.lock(subscription_id);
    const charge = await this.charges.findOne({ id }, { lock: 'update' });
    const isLeft = charge?.status === 'open' && charge.payment_id === payment_id && !charge.checkout_url;
    if (!row || !isLeft) return;
    if (row.status === 'incomplete') await this.ending.end([row], 'expired', 'system');
    else if (charge.kind === 'upgrade') await this.charges.voidOpenOf([row.id]);
    else await this.charges.change(id, { payment_id: null, checkout_expires_at: null });
  }
}

const checkoutOf = (charge: Charge, checkout_url: string) => ({
  checkout_url,
  payment_id: charge.payment_id as string,
  subscription_id: charge.subscription_id as string,
  amount: money(charge.amount_minor, charge.currency),
  currency: charge.currency,
  period_start: charge.period_start,
  period_end: charge.period_end,
  credit: money(charge.credit_minor, charge.currency),
  expires_at: charge.checkout_expires_at as Date,
});
