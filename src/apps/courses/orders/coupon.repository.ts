import { AppProvider } from '../../kernel/app-provider.js';
import { Coupons, couponStatements } from '../../kernel/selling/coupon.repository.js';
import { CourseCoupon } from './order.entity.js';

const STATEMENTS = couponStatements('ext_courses', 'course_id');

@AppProvider()
export class CouponRepository extends Coupons<CourseCoupon> {
  protected readonly entity = CourseCoupon;
  protected readonly of = 'course_id';
  protected readonly statements = STATEMENTS;
}
