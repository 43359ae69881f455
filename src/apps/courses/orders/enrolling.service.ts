import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/access.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AccessService, type CurrentAccess } from '../enrollments/access.service.js';
import { EnrollmentRepository } from '../enrollments/enrollment.repository.js';
import { CourseNotificationsService } from '../course-notifications.service.js';
import { presentEnrollment } from '../enrollments/enrollment.views.js';
import type { Course } from '../catalogue/course.entity.js';
import { CheckoutsService, type CheckoutChoices } from './checkouts.service.js';
import { CourseHoldsService } from './course-holds.service.js';
import { OffersService } from './offers.service.js';

export type EnrollChoices = CheckoutChoices & { coupon_code?: string };

const day = (at: Date) => at.toISOString().slice(0, 10);

/** Enrolls the caller in a locked course: at once where nothing is to be paid, else by a checkout. */
@AppProvider()
export class EnrollingService {
  constructor(
    private readonly access: AccessService,
    private readonly enrollments: EnrollmentRepository,
    private readonly offers: OffersService,
    private readonly checkouts: CheckoutsService,
    private readonly holds: CourseHoldsService,
    private readonly notifications: CourseNotificationsService,
  ) {}

  async run(course: Course, caller: Caller, choices: EnrollChoices, paymentId: string) {
    if (course.status !== 'published') throw notFound('Course');
    if (course.owner_id === caller.id) throw new Refusal(409, 'You teach this course');
    await this.holds.expireDue(course.id);
    const standing = await this.access.current(course, caller.id);
    await this.expectOpen(course, caller.id, standing);

    const found = await this.holds.pending(course.id, caller.id);
    const isActive = standing.enrollment?.status === 'active';
    const code = course.price_minor ? choices.coupon_code : undefined;
    const price = await this.offers.price(course, choices.coupon_code, found?.coupon_id);
    if (found && found.total_minor === price.total && found.currency === course.currency)
      return this.checkouts.open(course, found, caller, choices);
    if (found) await this.holds.expire(found.id);

    if (price.total > 0) await this.holds.refuseTooManyUnpaid(caller.id, course.id);
    const bought = { ...price, coupon: code === undefined ? undefined : price.coupon, holdsSeat: !isActive };
    if (price.total > 0) return this.checkouts.begin(course, caller, bought, choices, paymentId);
    if (course.price_minor) await this.checkouts.recordFree(course, caller.id, bought);
    else if (bought.holdsSeat) await this.holds.takeSeat(course.id);
    return { enrollment: presentEnrollment(await this.admit(course, caller.id, bought.holdsSeat)) };
  }

  /** The checks before money and seats, in the order of the contract. */
  private async expectOpen(course: Course, userId: string, { enrollment, hasOwn }: CurrentAccess): Promise<void> {
    const { enrollment_opens_at: opens, enrollment_closes_at: closes } = course;
    const now = new Date();
    if (enrollment?.blocked) throw new Refusal(409, 'The teacher has closed this course to you');
    if (hasOwn) throw new Refusal(409, 'Already enrolled');
    if (opens && opens > now) throw new Refusal(409, `Enrollment opens on ${day(opens)}`);
    if (closes && closes <= now) throw new Refusal(409, 'Enrollment is closed');
    const missing = await this.enrollments.missingPrerequisite(course.prerequisite_course_ids, userId);
    if (missing !== undefined) throw new Refusal(409, `Complete ${missing} first`);
  }

  private async admit(course: Course, userId: string, hasSeat: boolean) {
    const grant = { source: 'free', source_id: null, days: course.access_days } as const;
    const [enrollment] = await this.access.grant(course, [userId], grant, hasSeat ? 1 : 0);
    this.notifications.notifyEnrolled(course, [userId]);
    await this.notifications.notifyTeacherOfEnrollment(course, userId);
    return enrollment as NonNullable<typeof enrollment>;
  }
}
