import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { EarlyCall } from '../../kernel/calls/action.js';
import { CouponAttemptsService } from '../../kernel/selling/coupon-attempts.service.js';
import { money } from '../../kernel/selling/prices.js';
import { amountsOf } from '../billing/amount.policy.js';
import type { Plan, PlanCoupon } from '../entities/plan.entity.js';
import { CouponRepository } from './coupon.repository.js';
import { PlanListRepository } from './plan-list.repository.js';

const NOT_VALID = 'Coupon is not valid';

/** What a plan costs somebody. */
@AppProvider()
export class PlanOfferService {
  constructor(
    private readonly coupons: CouponRepository,
    private readonly attempts: CouponAttemptsService,
    private readonly plans: PlanListRepository,
  ) {}

  /** Counts a guess at a code before the transaction of the action; refuses the code after too many misses. */
  async guardCode(call: EarlyCall<{ plan_id: string; coupon_code?: string }>): Promise<void> {
    const { plan_id, coupon_code } = call.input;
    if (coupon_code !== undefined) await this.attempts.guard(call, () => this.coupons.usable(plan_id, coupon_code));
  }

  /** `held`: the coupon of which the caller's own open checkout holds a use already. */
  async coupon(planId: string, code: string | undefined, held: string | null): Promise<PlanCoupon | undefined> {
    const coupon = code === undefined ? undefined : await this.find(planId, code, held);
    if (code !== undefined && !coupon) throw new Refusal(409, NOT_VALID);
    return coupon;
  }

  async takeUse(coupon: PlanCoupon | undefined): Promise<void> {
    if (coupon && !(await this.coupons.take(coupon.id))) throw new Refusal(409, NOT_VALID);
  }

  async show(plan: Plan, userId: string | undefined, code: string | undefined) {
    const { id, owner_id, price_minor, currency, trial_days, max_subscribers, seats_taken } = plan;
    const coupon = code === undefined ? undefined : await this.find(id, code, null);
    const hasHadTrial = !owner_id || (userId !== undefined && (await this.plans.hasUsedTrial(owner_id, userId)));
    const first = amountsOf(price_minor, currency, coupon).amount_minor;
    const then = coupon && coupon.periods === null ? first : amountsOf(price_minor, currency).amount_minor;
    return {
      first_amount: money(first, currency),
      then_amount: money(then, currency),
      currency,
      discount_periods: coupon ? coupon.periods : 0,
      trial_days: hasHadTrial || userId === owner_id ? 0 : trial_days,
      seats_left: max_subscribers === null ? null : Math.max(0, max_subscribers - seats_taken),
      coupon_error: code === undefined || coupon ? null : NOT_VALID,
    };
  }

  private async find(planId: string, code: string, held: string | null): Promise<PlanCoupon | undefined> {
    const coupon = await this.coupons.usable(planId, code);
    return coupon && isLeft(coupon, held) ? coupon : undefined;
  }
}

const isLeft = ({ id, max_uses, used_count }: PlanCoupon, held: string | null) =>
  max_uses === null || used_count - (held === id ? 1 : 0) < max_uses;
