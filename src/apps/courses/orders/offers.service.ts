import type { Coupon } from '../../kernel/selling/coupon.entity.js';
import { leastPayment } from '../../../platform/money/money.js';
import { reductionOf, money } from '../../kernel/selling/prices.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { CourseCoupon } from './order.entity.js';
import type { Course } from '../catalogue/course.entity.js';
import type { EarlyCall } from '../../kernel/calls/action.js';
import { CouponAttemptsService } from '../../kernel/selling/coupon-attempts.service.js';
import { CouponRepository } from './coupon.repository.js';

/** What is left to pay and what is not; too little to be paid is nothing. */
export function reduced(list: number, currency: string, coupon?: Coupon): { discount: number; total: number } {
  const left = list - reductionOf(list, coupon);
  const total = left < leastPayment(currency) ? 0 : left;
  return { discount: list - total, total };
}

const NOT_VALID = 'Coupon is not valid';

export interface Price {
  coupon: CourseCoupon | undefined;
  discount: number;
  total: number;
}

/** The price of a course for one buyer. */
@AppProvider()
export class OffersService {
  constructor(
    private readonly coupons: CouponRepository,
    private readonly attempts: CouponAttemptsService,
  ) {}

  /** Counts a guess at a code before the transaction of the action; refuses the code after too many misses. */
  async guardCode(call: EarlyCall<{ course_id: string; coupon_code?: string }>): Promise<void> {
    const { course_id, coupon_code } = call.input;
    if (coupon_code === undefined) return;
    await this.attempts.guard(call, () => this.coupons.usable(course_id, coupon_code));
  }

  /** `held`: the coupon of which the buyer's own open checkout already holds a use. */
  async price(course: Course, code: string | undefined, held: string | null = null): Promise<Price> {
    const coupon = code === undefined ? undefined : await this.coupons.usable(course.id, code);
    if (code !== undefined && !(coupon && isLeft(coupon, held))) throw new Refusal(409, NOT_VALID);
    return { coupon, ...reduced(course.price_minor, course.currency, coupon) };
  }

  async show(course: Course, code: string | undefined) {
    const coupon = code === undefined ? undefined : await this.coupons.usable(course.id, code);
    const isValid = coupon !== undefined && isLeft(coupon, null);
    const { discount, total } = reduced(course.price_minor, course.currency, isValid ? coupon : undefined);
    const left = course.max_students === null ? null : Math.max(0, course.max_students - course.seats_taken);
    const now = new Date();
    const { status, enrollment_opens_at: from, enrollment_closes_at: until } = course;
    return {
      price: money(course.price_minor, course.currency),
      discount: money(discount, course.currency),
      total: money(total, course.currency),
      currency: course.currency,
      seats_left: left,
      open: status === 'published' && left !== 0 && !(from && from > now) && !(until && until <= now),
      coupon_error: code === undefined || isValid ? null : NOT_VALID,
    };
  }

  allCoupons(courseId: string): Promise<CourseCoupon[]> {
    return this.coupons.all(courseId);
  }
}

const isLeft = ({ id, max_uses, used_count }: CourseCoupon, held: string | null) =>
  max_uses === null || used_count - (held === id ? 1 : 0) < max_uses;
