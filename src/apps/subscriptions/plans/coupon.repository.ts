import { AppProvider } from '../../kernel/app-provider.js';
import { Coupons, couponStatements } from '../../kernel/selling/coupon.repository.js';
import { PlanCoupon } from '../entities/plan.entity.js';

const STATEMENTS = couponStatements('ext_subscriptions', 'plan_id');

@AppProvider()
export class CouponRepository extends Coupons<PlanCoupon> {
  protected readonly entity = PlanCoupon;
  protected readonly of = 'plan_id';
  protected readonly statements = STATEMENTS;

  async setPeriods(id: string, periods: number | null): Promise<void> {
    await this.table(PlanCoupon).update({ id }, { periods });
  }
}
