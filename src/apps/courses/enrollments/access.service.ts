import { AppProvider } from '../../kernel/app-provider.js';
import type { Course } from '../catalogue/course.entity.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import type { Enrollment, GrantSource } from './enrollment.entity.js';
import { EnrollmentRepository, type Entered, type Grant, GrantRepository } from './enrollment.repository.js';

const OWN: GrantSource[] = ['free', 'purchase', 'teacher', 'bundle'];

export interface CurrentAccess {
  /** Undefined where there never was one. */
  enrollment: Enrollment | undefined;
  /** True if the student has access by something else than a subscription. */
  hasOwn: boolean;
}

/**
 * Who may be in a course, and why. Everything here runs in a transaction that has locked the course, which is always
 * locked before the enrollment; so the seats taken are always as many as the students.
 */
@AppProvider()
export class AccessService {
  constructor(
    private readonly courses: CourseRepository,
    private readonly enrollments: EnrollmentRepository,
    private readonly grants: GrantRepository,
  ) {}

  /** Ends the access first if its time is over. */
  async current({ id }: Pick<Course, 'id'>, userId: string): Promise<CurrentAccess> {
    const found = await this.enrollments.lock(id, userId);
    const enrollment = found?.is_due ? await this.settle(id, found) : found;
    return { enrollment, hasOwn: found !== undefined && (await this.grants.hasLive(found.id, OWN)) };
  }

  /** Gives each user a grant, and a seat to those who had none. `seats`: how many are set aside for them already. */
  async grant({ id }: Pick<Course, 'id'>, userIds: string[], grant: Grant, seats = 0): Promise<Enrollment[]> {
    const before = await this.enrollments.enter(id, userIds);
    const ids = before.map((one) => one.id);
    await this.grants.give(ids, grant);
    const now = await this.enrollments.recompute(ids);
    await this.courses.moveSeats(id, seatsOf(now) - seatsOf(before) - seats);
    return now;
  }

  /** Revokes one grant; undefined where there was none. */
  async revoke(
    { id }: Pick<Course, 'id'>,
    userId: string,
    grant: { source: GrantSource; source_id: string },
    reason: string | null,
  ): Promise<{ hasEnded: boolean } | undefined> {
    const before = await this.enrollments.lock(id, userId);
    const { source, source_id } = grant;
    if (!before || !(await this.grants.revoke({ enrollment_id: before.id, source, source_id }, reason)))
      return undefined;
    const { status } = await this.settle(id, before);
    return { hasEnded: before.status === 'active' && status === 'ended' };
  }

  async revokeAll({ id }: Pick<Course, 'id'>, before: Enrollment, reason: string | null): Promise<Enrollment> {
    await this.grants.revoke({ enrollment_id: before.id }, reason);
    return this.settle(id, before);
  }

  /** Ends the access of those whose time is over, at most so many. */
  async endDue(courseId: string, limit: number): Promise<Enrollment[]> {
    const due = await this.enrollments.lockDue(courseId, limit);
    if (!due.length) return [];
    const now = await this.enrollments.recompute(due.map(({ id }) => id));
    await this.courses.moveSeats(courseId, seatsOf(now) - seatsOf(due));
    return now;
  }

  private async settle(courseId: string, before: Entered): Promise<Enrollment> {
    const [now] = (await this.enrollments.recompute([before.id])) as [Enrollment];
    await this.courses.moveSeats(courseId, seatsOf([now]) - seatsOf([before]));
    return now;
  }
}

const seatsOf = (enrollments: Pick<Enrollment, 'status'>[]) =>
  enrollments.filter(({ status }) => status === 'active').length;
