import { Injectable } from '@nestjs/common';
import { Refusal } from '../../../platform/http/refusal.js';
import { minorOf } from '../course-money.js';
import type { CourseCoupon } from '../entities/course-coupon.entity.js';
import type { Course } from '../entities/course.entity.js';
import { type CouponChanges, CouponRepository } from './coupon.repository.js';

const COUPONS = 100;

export interface CouponWishes {
  code: string;
  percent_off?: number;
  amount_off?: number;
  max_uses?: number | null;
  expires_at?: string | null;
  active?: boolean;
}

/** A teacher's coupons of a course that is locked. */
@Injectable()
export class SetCoupons {
  constructor(private readonly coupons: CouponRepository) {}

  async run(course: Course, wishes: CouponWishes): Promise<CourseCoupon> {
    const { code, percent_off, amount_off } = wishes;
    const before = await this.coupons.find(course.id, code);
    const given = [percent_off, amount_off].filter((one) => one !== undefined).length;
    if (given > 1 || (!given && !before)) throw new Refusal(400, 'Give percent_off or amount_off');
    const values = valuesOf(course, wishes);
    if (before && Object.keys(values).length) await this.coupons.update(before.id, values);
    if (!before && (await this.coupons.countOf(course.id)) >= COUPONS)
      throw new Refusal(409, 'Coupon limit reached');
    if (!before) await this.coupons.insert(course.id, code, values);
    return (await this.coupons.find(course.id, code)) as CourseCoupon;
  }
}

/** A percentage takes the place of an amount, and the other way round. */
function valuesOf({ currency }: Course, wishes: CouponWishes): CouponChanges {
  const { percent_off, amount_off, max_uses, expires_at, active } = wishes;
  return {
    ...(percent_off !== undefined && { percent_bp: Math.round(percent_off * 100), amount_minor: null }),
    ...(amount_off !== undefined && {
      percent_bp: null,
      amount_minor: minorOf('amount_off', amount_off, currency),
    }),
    ...(max_uses !== undefined && { max_uses }),
    ...(expires_at !== undefined && { expires_at: expires_at === null ? null : new Date(expires_at) }),
    ...(active !== undefined && { active }),
  };
}
