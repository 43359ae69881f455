import { IsBoolean, IsInt, IsNumber, IsString } from 'class-validator';
import { Chars, ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type EarlyCall, type PublicCall } from '../../kernel/calls/action.js';
import { PersonView } from '../../kernel/rows/person.js';
import { presentCoupon } from '../../kernel/selling/coupon.views.js';
import { CourseListRepository } from '../catalogue/course-list.repository.js';
import { COURSE, type Course, isTaughtBy } from '../catalogue/course.entity.js';
import { type CardRow, CoursePresenter, CourseView } from '../catalogue/course.presenter.js';
import { CurriculumModule, CurriculumService } from '../curriculum/curriculum.service.js';
import { EnrollmentRepository } from '../enrollments/enrollment.repository.js';
import { EnrollmentView, presentEnrollment } from '../enrollments/enrollment.views.js';
import { CouponView } from '../orders/coupon.views.js';
import { CourseHoldsService } from '../orders/course-holds.service.js';
import { OffersService } from '../orders/offers.service.js';

class Input {
  @Uuid() course_id!: string;
  @Optional() @Chars(1, 100) coupon_code?: string;
}

/** As strangers and students see it. */
class CoursePage extends CourseView {
  @IsInt() students!: number;
  /** Null: the account is deleted. */
  @Nullable() @Nested(() => PersonView) teacher!: PersonView | null;
}

/** What a course costs the caller. */
class OfferView {
  @IsNumber() price!: number;
  @IsNumber() discount!: number;
  @IsNumber() total!: number;
  @IsString() currency!: string;
  @Nullable() @IsInt() seats_left!: number | null;
  @IsBoolean() open!: boolean;
  @Nullable() @IsString() coupon_error!: string | null;
}

class Result {
  @Nested(() => CoursePage) course!: CoursePage;
  @ListOf(() => CurriculumModule) curriculum!: CurriculumModule[];
  @Nested(() => OfferView) offer!: OfferView;
  @Nullable() @Nested(() => EnrollmentView) enrollment!: EnrollmentView | null;
  /** For its teacher alone. */
  @Optional() @ListOf(() => CouponView) coupons?: CouponView[];
}

@Action('get-course', {
  access: 'public',
  target: COURSE,
  description: 'A course with its table of contents, and what it costs the caller.',
  input: Input,
  result: Result,
})
export class GetCourse {
  constructor(
    private readonly enrollments: EnrollmentRepository,
    private readonly curriculum: CurriculumService,
    private readonly offers: OffersService,
    private readonly cards: CourseListRepository,
    private readonly holds: CourseHoldsService,
    private readonly presenter: CoursePresenter,
  ) {}

  prepare(call: EarlyCall<Input>): Promise<void> {
    return this.offers.guardCode(call);
  }

  async run({ input, target, caller }: PublicCall<Input, Course>) {
    const course = await this.holds.current(target);
    if (!course) throw notFound('Course');
    const isTaught = isTaughtBy(course, caller);
    const own = caller && (await this.enrollments.current(course.id, caller.id));
    if (course.status !== 'published' && !isTaught && !own) throw notFound('Course');
    const [curriculum, offer, [card], coupons] = await Promise.all([
      this.curriculum.of(course.id, { whole: isTaught }),
      this.offers.show(course, input.coupon_code),
      this.cards.cards([course.id]),
      isTaught ? this.offers.allCoupons(course.id) : undefined,
    ]);
    const { students, teacher } = card as CardRow;
    return {
      course: { ...this.presenter.course(course), students, teacher },
      curriculum,
      offer,
      enrollment: own ? presentEnrollment(own) : null,
      ...(coupons && { coupons: coupons.map((coupon) => presentCoupon(coupon, course.currency)) }),
    };
  }
}
