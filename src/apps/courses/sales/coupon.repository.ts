import { Injectable } from '@nestjs/common';
import { Repository } from '../../../platform/database/repository.js';
import { sql } from '../../../platform/database/sql.js';
import { CourseCoupon } from '../entities/course-coupon.entity.js';

const USABLE = sql(
  'courses_coupon_usable',
  `SELECT * FROM ext_courses.coupons WHERE course_id = $1 AND code = $2 AND active
     AND (expires_at IS NULL OR expires_at > now())`,
);
const BY_CODE = sql(
  'courses_coupon_by_code',
  'SELECT * FROM ext_courses.coupons WHERE course_id = $1 AND code = $2',
);
const OF_COURSE = sql(
  'courses_coupons_of_course',
  'SELECT * FROM ext_courses.coupons WHERE course_id = $1 ORDER BY created_at DESC, id DESC',
);
const COUNT = sql(
  'courses_coupons_count',
  'SELECT count(*)::int AS n FROM ext_courses.coupons WHERE course_id = $1',
);
const TAKE = sql(
  'courses_coupon_take',
  `UPDATE ext_courses.coupons SET used_count = used_count + 1
   WHERE id = $1 AND (max_uses IS NULL OR used_count < max_uses)`,
);
const GIVE_BACK = sql(
  'courses_coupons_give_back',
  `UPDATE ext_courses.coupons c SET used_count = used_count - g.n FROM (
     SELECT id, count(*) AS n FROM unnest($1::uuid[]) given (id) GROUP BY id
   ) g WHERE c.id = g.id`,
);

export type CouponChanges = Partial<
  Pick<CourseCoupon, 'percent_bp' | 'amount_minor' | 'max_uses' | 'expires_at' | 'active'>
>;

@Injectable()
export class CouponRepository extends Repository {
  /** In any case of its letters; whether there is a use left of it, `take` tells. */
  usable(courseId: string, code: string): Promise<CourseCoupon | undefined> {
    return this.one<CourseCoupon & object>(USABLE, courseId, code.toUpperCase());
  }

  find(courseId: string, code: string): Promise<CourseCoupon | undefined> {
    return this.one<CourseCoupon & object>(BY_CODE, courseId, code.toUpperCase());
  }

  ofCourse(courseId: string): Promise<CourseCoupon[]> {
    return this.rows<CourseCoupon & object>(OF_COURSE, courseId);
  }

  async countOf(courseId: string): Promise<number> {
    return (await this.one<{ n: number }>(COUNT, courseId))?.n ?? 0;
  }

  async insert(courseId: string, code: string, values: CouponChanges): Promise<void> {
    await this.table(CourseCoupon).insert({ ...values, course_id: courseId, code: code.toUpperCase() });
  }

  async update(id: string, changes: CouponChanges): Promise<void> {
    await this.table(CourseCoupon).update({ id }, { ...changes, updated_at: () => 'now()' });
  }

  /** False: all of its uses are gone. */
  async take(id: string): Promise<boolean> {
    return (await this.count(TAKE, id)) > 0;
  }

  async giveBack(ids: string[]): Promise<void> {
    if (ids.length) await this.count(GIVE_BACK, ids);
  }
}
