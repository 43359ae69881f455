import { AppProvider } from '../../kernel/app-provider.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import type { Course } from '../entities/course.entity.js';
import type { GrantSource } from '../entities/enrollment-grant.entity.js';
import type { Enrollment } from '../entities/enrollment.entity.js';
import { EnrollmentRepository, type Entered } from './enrollment.repository.js';
import { type Grant, GrantRepository } from './grant.repository.js';

const OWN: GrantSource[] = ['free', 'purchase', 'teacher', 'bundle'];

export interface Standing {
  /** Undefined where there never was one. */
  enrollment: Enrollment | undefined;
  /** True if the student has access by something else than a subscription. */
  hasOwn: boolean;
}

/**
 * Who may be in a course, and why. Everything here runs in a transaction that has locked the course, which is always
 * locked before the enrollment; so the seats are always as many as those who sit on them.
 */
@AppProvider()
export class CourseAccess {
  constructor(
    private readonly courses: CourseRepository,
    private readonly enrollments: EnrollmentRepository,
    private readonly grants: GrantRepository,
  ) {}

  /** With what has run out written down. */
  async standing({ id }: Pick<Course, 'id'>, userId: string): Promise<Standing> {
    const found = await this.enrollments.lock(id, userId);
    const enrollment = found?.is_due ? await this.settle(id, found) : found;
    return { enrollment, hasOwn: found !== undefined && (await this.grants.hasLive(found.id, OWN)) };
  }

  /** Gives each of them a reason to be there, and a seat to those who had none; `seats`: what they have set aside. */
  async grant({ id }: Pick<Course, 'id'>, userIds: string[], grant: Grant, seats = 0): Promise<Enrollment[]> {
    const before = await this.enrollments.enter(id, userIds);
    const ids = before.map((one) => one.id);
    await this.grants.give(ids, grant);
    const now = await this.enrollments.recompute(ids);
    await this.courses.moveSeats(id, seatsOf(now) - seatsOf(before) - seats);
    return now;
  }

  /** Takes one reason; undefined where there was none. */
  async revoke(
    { id }: Pick<Course, 'id'>,
    userId: string,
    { source, source_id }: { source: GrantSource; source_id: string },
    reason: string | null,
  ): Promise<{ enrollment: Enrollment; hasEnded: boolean } | undefined> {
    const before = await this.enrollments.lock(id, userId);
    if (!before || !(await this.grants.revoke(before.id, source, source_id, reason))) return undefined;
    const enrollment = await this.settle(id, before);
    return { enrollment, hasEnded: before.status === 'active' && enrollment.status === 'ended' };
  }

  async revokeAll({ id }: Pick<Course, 'id'>, before: Enrollment, reason: string | null): Promise<Enrollment> {
    await this.grants.revokeAll(before.id, reason);
    return this.settle(id, before);
  }

  /** Those whose time has passed, at most so many. */
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
