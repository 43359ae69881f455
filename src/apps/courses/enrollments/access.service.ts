import { AppProvider } from '../../kernel/app-provider.js';
import type { Course } from '../catalogue/course.entity.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import type { Enrollment, GrantSource } from './enrollment.entity.js';
import {
  EnrollmentRepository,
  type Entered,
  type Grant,
  type GrantKey,
  GrantRepository,
} from './enrollment.repository.js';

const OWN: GrantSource[] = ['free', 'purchase', 'teacher', 'bundle'];

export type AccessGrant = Pick<Enrollment, 'course_id' | 'owner_id'> & Pick<Grant, 'source' | 'source_id'>;

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
    const enrollment = found?.is_due ? await this.settle(found) : found;
    return { enrollment, hasOwn: found !== undefined && (await this.grants.hasLive(found.id, OWN)) };
  }

  /** Gives each user a grant, and a seat to those who had none. `seats`: how many are set aside for them already. */
  async grant({ id }: Pick<Course, 'id'>, userIds: string[], grant: Grant, seats = 0): Promise<Enrollment[]> {
    const { source, source_id } = grant;
    const wanted = userIds.map((owner_id) => ({ course_id: id, owner_id, source, source_id }));
    return (await this.grantEach(wanted, grant, seats)).now;
  }

  /** The same for users and courses in pairs. `entered`: of those who had no access. */
  async grantEach(wanted: AccessGrant[], terms: Pick<Grant, 'days' | 'extends'>, seats = 0) {
    const before = await this.enrollments.enter(wanted);
    await this.grants.give(keysOf(wanted, before), terms);
    const now = await this.enrollments.recompute(before.map(({ id }) => id));
    await this.moveSeats(before, now, seats);
    const had = new Set(before.filter(({ has_access }) => has_access).map(({ id }) => id));
    return { now, entered: now.filter(({ id }) => !had.has(id)) };
  }

  /** Revokes one grant; undefined where there was none. */
  async revoke(
    { id: course_id }: Pick<Course, 'id'>,
    owner_id: string,
    grant: { source: GrantSource; source_id: string },
    reason: string | null,
  ): Promise<{ hasEnded: boolean } | undefined> {
    const { count, ended } = await this.revokeEach([{ course_id, owner_id, ...grant }], reason);
    return count ? { hasEnded: ended.length > 0 } : undefined;
  }

  /** Revokes grants. `count`: how many there were; `ended`: of those who have no access any more. */
  async revokeEach(grants: AccessGrant[], reason: string | null): Promise<{ count: number; ended: Enrollment[] }> {
    const before = await this.enrollments.lockEach(grants);
    const revoked = await this.grants.revokeEach(keysOf(grants, before), reason);
    const touched = before.filter(({ id }) => revoked.includes(id));
    const now = await this.enrollments.recompute(touched.map(({ id }) => id));
    await this.moveSeats(touched, now);
    const had = new Set(touched.filter(({ status }) => status === 'active').map(({ id }) => id));
    return { count: revoked.length, ended: now.filter(({ id, status }) => status === 'ended' && had.has(id)) };
  }

  async revokeAll(before: Enrollment, reason: string | null): Promise<Enrollment> {
    await this.grants.revoke({ enrollment_id: before.id }, reason);
    return this.settle(before);
  }

  /** Ends the access of those whose time is over, at most so many. */
  async endDue(courseId: string, limit: number): Promise<Enrollment[]> {
    const due = await this.enrollments.lockDue(courseId, limit);
    if (!due.length) return [];
    const now = await this.enrollments.recompute(due.map(({ id }) => id));
    await this.moveSeats(due, now);
    return now;
  }

  private async settle(before: Entered): Promise<Enrollment> {
    const now = await this.enrollments.recompute([before.id]);
    await this.moveSeats([before], now);
    return now[0] as Enrollment;
  }

  private moveSeats(before: Seated[], now: Seated[], setAside = 0): Promise<void> {
    const moved = new Map(now.map(({ course_id }) => [course_id, -setAside]));
    const add = (rows: Seated[], one: number) => {
      for (const { course_id, status } of rows)
        if (status === 'active') moved.set(course_id, (moved.get(course_id) ?? 0) + one);
    };
    add(now, 1);
    add(before, -1);
    return this.courses.moveSeats(moved);
  }
}

type Seated = Pick<Enrollment, 'course_id' | 'status'>;

/** The grants of the enrollments that there are. */
function keysOf(grants: AccessGrant[], enrollments: Entered[]): GrantKey[] {
  const seat = (one: Pick<Enrollment, 'course_id' | 'owner_id'>) => `${one.course_id} ${one.owner_id}`;
  const ids = new Map(enrollments.map((one) => [seat(one), one.id]));
  return grants.flatMap((grant) => {
    const enrollment_id = ids.get(seat(grant));
    return enrollment_id ? { enrollment_id, source: grant.source, source_id: grant.source_id } : [];
  });
}
