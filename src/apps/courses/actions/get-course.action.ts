import { Chars, ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type EarlyCall, type PublicCall } from '../../kernel/calls/action.js';
import { EnrollmentRepository } from '../access/enrollment.repository.js';
import { CourseListRepository } from '../catalogue/course-list.repository.js';
import { presentCoupon } from '../../kernel/selling/coupon.views.js';
import { CoursesPresenter, presentEnrollment } from '../courses.presenter.js';
import { CouponView, CoursePage, CurriculumModule, EnrollmentView, OfferView } from '../courses.views.js';
import { Curriculum } from '../curriculum/curriculum.js';
import type { Course } from '../entities/course.entity.js';
import { isTaughtBy } from '../learning/opening.js';
import { DueHoldsService } from '../sales/due-holds.service.js';
import { Offers } from '../sales/offers.js';
import { COURSE } from '../targets.js';

class Input {
  @Uuid() course_id!: string;
  @Optional() @Chars(1, 100) coupon_code?: string;
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
    private readonly curriculum: Curriculum,
    private readonly offers: Offers,
    private readonly cards: CourseListRepository,
    private readonly dueHolds: DueHoldsService,
    private readonly presenter: CoursesPresenter,
  ) {}

  prepare(call: EarlyCall<Input>): Promise<void> {
    return this.offers.guardCode(call);
  }

  async run({ input, target, caller }: PublicCall<Input, Course>) {
    const course = await this.dueHolds.current(target);
    if (!course) throw notFound('Course');
    const isTaught = isTaughtBy(course, caller);
    const own = caller && (await this.enrollments.find(course.id, caller.id));
    if (course.status !== 'published' && !isTaught && !own) throw notFound('Course');
    const [curriculum, offer, [row], coupons] = await Promise.all([
      this.curriculum.of(course.id, { whole: isTaught }),
      this.offers.show(course, input.coupon_code),
      this.cards.cards([course.id]),
      isTaught ? this.offers.allCoupons(course.id) : undefined,
    ]);
    const { students, teacher } = this.presenter.card(row as NonNullable<typeof row>);
    return {
      course: { ...this.presenter.course(course), students, teacher },
      curriculum,
      offer,
      enrollment: own ? presentEnrollment(own) : null,
      ...(coupons && { coupons: coupons.map((coupon) => presentCoupon(coupon, course.currency)) }),
    };
  }
}
