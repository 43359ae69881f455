import { AppProvider } from '../../kernel/app-provider.js';
import { In } from 'typeorm';
import { EntityRepository, NOW } from '../../../platform/database/entity.repository.js';
import { columnsOf, type Statement, sql } from '../../../platform/database/sql.js';
import { Enrollment, EnrollmentGrant, type GrantSource } from './enrollment.entity.js';

/** Access ends with its time, and not with the job that writes that down. */
export const isLive = (e: string) =>
  `(${e}.status = 'active' AND (${e}.expires_at IS NULL OR ${e}.expires_at > now()))`;

const LOCK = sql(
  'courses_enrollment_lock',
  `SELECT *, status = 'active' AND expires_at <= now() AS is_due FROM ext_courses.enrollments
   WHERE course_id = $1 AND owner_id = $2 FOR NO KEY UPDATE`,
);
const FIND = sql(
  'courses_enrollment_of',
  `SELECT e.*, CASE WHEN ${isLive('e')} THEN 'active' ELSE 'ended' END AS status
   FROM ext_courses.enrollments e WHERE course_id = $1 AND owner_id = $2`,
);
// What was there keeps its state, which tells whether it has a seat already.
const ENTER = sql(
  'courses_enrollments_enter',
  `INSERT INTO ext_courses.enrollments AS e (course_id, owner_id, status)
   SELECT DISTINCT course_id, owner_id, 'ended' FROM unnest($1::uuid[], $2::uuid[]) given (course_id, owner_id)
   ORDER BY course_id, owner_id
   ON CONFLICT (course_id, owner_id) DO UPDATE SET updated_at = now()
   RETURNING e.id, e.course_id, e.owner_id, e.status, ${isLive('e')} AS has_access`,
);
const LOCK_EACH = sql(
  'courses_enrollments_lock',
  `SELECT e.id, e.course_id, e.owner_id, e.status FROM ext_courses.enrollments e
   JOIN (SELECT DISTINCT course_id, owner_id FROM unnest($1::uuid[], $2::uuid[]) given (course_id, owner_id)) given
     USING (course_id, owner_id)
   ORDER BY e.id FOR NO KEY UPDATE OF e`,
);
const RECOMPUTE = sql(
  'courses_enrollments_recompute',
  `UPDATE ext_courses.enrollments e SET updated_at = now(),
     status = CASE WHEN g.live > 0 THEN 'active' ELSE 'ended' END,
     expires_at = CASE WHEN g.live = 0 THEN e.expires_at WHEN NOT g.for_good THEN g.last END,
     ending_notice_at = CASE WHEN g.live > 0 AND NOT g.for_good AND g.last = e.expires_at THEN e.ending_notice_at END
   FROM (
     SELECT given.id, count(o.id) AS live, coalesce(bool_or(o.id IS NOT NULL AND o.expires_at IS NULL), false) AS for_good,
       max(o.expires_at) AS last
     FROM unnest($1::uuid[]) given (id) LEFT JOIN ext_courses.grants o ON o.enrollment_id = given.id
       AND o.revoked_at IS NULL AND (o.expires_at IS NULL OR o.expires_at > now())
     GROUP BY given.id
   ) g WHERE e.id = g.id RETURNING e.*`,
);
const LOCK_DUE = sql(
  'courses_enrollments_lock_due',
  `SELECT id, course_id, owner_id, status FROM ext_courses.enrollments
   WHERE course_id = $1 AND status = 'active' AND expires_at <= now() ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
);
const COURSES_DUE = sql(
  'courses_with_enrollments_due',
  `SELECT DISTINCT course_id AS id FROM ext_courses.enrollments WHERE status = 'active' AND expires_at <= now()`,
);
const NOTICE = sql(
  'courses_enrollments_ending_notice',
  `UPDATE ext_courses.enrollments e SET ending_notice_at = now() FROM ext_courses.courses c
   WHERE c.id = e.course_id AND e.id = ANY (ARRAY(
     SELECT id FROM ext_courses.enrollments
     WHERE status = 'active' AND expires_at > now() AND expires_at <= now() + interval '7 days'
       AND ending_notice_at IS NULL
     ORDER BY expires_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED))
   RETURNING e.owner_id, e.course_id, e.expires_at, c.title`,
);
const MISSING_PREREQUISITE = sql(
  'courses_missing_prerequisite',
  `SELECT c.title FROM unnest($1::uuid[]) WITH ORDINALITY needed (id, at)
   JOIN ext_courses.courses c ON c.id = needed.id
   WHERE NOT EXISTS (SELECT FROM ext_courses.enrollments e
     WHERE e.course_id = c.id AND e.owner_id = $2 AND e.completed_at IS NOT NULL)
   ORDER BY needed.at LIMIT 1`,
);

const HAS_COMPLETED_LESSON = sql(
  'courses_review_may_be_written',
  `SELECT EXISTS (SELECT FROM ext_courses.lesson_progress p
     WHERE p.enrollment_id = e.id AND p.completed_at IS NOT NULL) AS has_completed
   FROM ext_courses.enrollments e WHERE e.course_id = $1 AND e.owner_id = $2`,
);
const TOUCH = sql(
  'courses_enrollment_touch',
  `UPDATE ext_courses.enrollments SET last_lesson_id = $2, last_activity_at = now() WHERE id = $1`,
);

const LIVE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())';

// One that still runs is made longer where that is asked for; one that was taken begins anew.
const GIVE = sql(
  'courses_grants_give',
  `INSERT INTO ext_courses.grants AS g (enrollment_id, source, source_id, expires_at)
   SELECT DISTINCT id, source, source_id, now() + make_interval(days => $4::int)
   FROM unnest($1::uuid[], $2::text[], $3::uuid[]) given (id, source, source_id) ORDER BY id, source, source_id
   ON CONFLICT (enrollment_id, source, source_id) DO UPDATE SET revoked_at = NULL, reason = NULL, updated_at = now(),
     expires_at = CASE WHEN $5::boolean AND g.revoked_at IS NULL AND g.expires_at > now()
       THEN g.expires_at + make_interval(days => $4::int) ELSE excluded.expires_at END`,
);
const REVOKE = sql(
  'courses_grants_revoke',
  `UPDATE ext_courses.grants g SET revoked_at = now(), reason = $4, updated_at = now()
   FROM unnest($1::uuid[], $2::text[], $3::uuid[]) given (id, source, source_id)
   WHERE g.enrollment_id = given.id AND g.source = given.source AND g.source_id = given.source_id
     AND g.revoked_at IS NULL
   RETURNING g.enrollment_id`,
);
const IS_LIVE = sql(
  'courses_grants_is_live',
  `SELECT FROM ext_courses.grants WHERE enrollment_id = $1 AND source = ANY ($2::text[]) AND ${LIVE} LIMIT 1`,
);
const FOR_GOOD = sql(
  'courses_grants_for_good',
  `SELECT e.owner_id AS id FROM ext_courses.enrollments e WHERE e.course_id = $1 AND e.owner_id = ANY ($2::uuid[])
     AND EXISTS (SELECT FROM ext_courses.grants WHERE enrollment_id = e.id AND source <> 'subscription'
       AND revoked_at IS NULL AND expires_at IS NULL)`,
);
const IS_OWNED = `e.status = 'active'
  AND EXISTS (SELECT FROM ext_courses.grants g WHERE g.enrollment_id = e.id AND g.source <> 'subscription'
    AND g.revoked_at IS NULL AND g.expires_at IS NULL)`;
const OWNED_FOR_GOOD = sql(
  'courses_owned_for_good',
  `SELECT e.course_id AS id FROM ext_courses.enrollments e
   WHERE e.owner_id = $1 AND e.course_id = ANY ($2::uuid[]) AND ${IS_OWNED}`,
);
const OWNERS_FOR_GOOD = sql(
  'courses_owners_for_good',
  `SELECT e.owner_id AS id FROM ext_courses.enrollments e
   WHERE e.course_id = $1 AND e.owner_id = ANY ($2::uuid[]) AND ${IS_OWNED}`,
);
const USERS = sql('courses_known_users', 'SELECT id FROM account.users WHERE id = ANY ($1::uuid[])');

export type Entered = Pick<Enrollment, 'id' | 'course_id' | 'owner_id' | 'status'>;
type Seat = Pick<Enrollment, 'course_id' | 'owner_id'>;
/** A grant that is there or is to be given. */
export type GrantKey = Pick<EnrollmentGrant, 'enrollment_id' | 'source' | 'source_id'>;
/** `is_due`: its time is over, and no job has written that down yet. */
export type LockedEnrollment = Enrollment & { is_due: boolean };
export type Ending = Pick<Enrollment, 'owner_id' | 'course_id'> & { expires_at: Date; title: string };

export interface Grant {
  source: GrantSource;
  source_id: string | null;
  /** From now on; null: for good. */
  days: number | null;
  /** Added to what one of the same source has left. */
  extends?: boolean;
}

@AppProvider()
export class EnrollmentRepository extends EntityRepository<Enrollment> {
  protected readonly entity = Enrollment;

  lock(courseId: string, userId: string): Promise<LockedEnrollment | undefined> {
    return this.one<LockedEnrollment>(LOCK, courseId, userId);
  }

  /** With the status that it has at this moment. */
  current(courseId: string, userId: string): Promise<Enrollment | undefined> {
    return this.one<Enrollment>(FIND, courseId, userId);
  }

  /** Locked, and as they were before: `ended` where there was none. */
  enter(seats: Seat[]): Promise<(Entered & { has_access: boolean })[]> {
    return this.rows<Entered & { has_access: boolean }>(ENTER, ...columnsOf(seats, 'course_id', 'owner_id'));
  }

  /** Those that there are. */
  lockEach(seats: Seat[]): Promise<Entered[]> {
    return this.rows<Entered>(LOCK_EACH, ...columnsOf(seats, 'course_id', 'owner_id'));
  }

  /** After every change of their grants. */
  recompute(ids: string[]): Promise<Enrollment[]> {
    return this.rows<Enrollment>(RECOMPUTE, ids);
  }

  /** Admits blocked students again, also where something else gives them the course. */
  async unblock(course_id: string, userIds: string[]): Promise<void> {
    const where = { course_id, owner_id: In(userIds), blocked: true };
    await this.update(where, { blocked: false, updated_at: NOW });
  }

  lockDue(courseId: string, limit: number): Promise<Entered[]> {
    return this.rows<Entered>(LOCK_DUE, courseId, limit);
  }

  async coursesWithDue(): Promise<string[]> {
    return (await this.rows<{ id: string }>(COURSES_DUE)).map(({ id }) => id);
  }

  /** Those that end within a week and whose students were not notified. */
  noticeEnding(limit: number): Promise<Ending[]> {
    return this.rows<Ending>(NOTICE, limit);
  }

  /** The title of the first prerequisite course that the student has not completed. */
  async missingPrerequisite(prerequisiteIds: string[], userId: string): Promise<string | undefined> {
    if (!prerequisiteIds.length) return undefined;
    return (await this.one<{ title: string }>(MISSING_PREREQUISITE, prerequisiteIds, userId))?.title;
  }

  /** Undefined for a user who is not enrolled. */
  async hasCompletedLesson(courseId: string, userId: string): Promise<boolean | undefined> {
    return (await this.one<{ has_completed: boolean }>(HAS_COMPLETED_LESSON, courseId, userId))?.has_completed;
  }

  touch(id: string, lessonId: string): void {
    this.atEnd(TOUCH, id, lessonId);
  }
}

@AppProvider()
export class GrantRepository extends EntityRepository<EnrollmentGrant> {
  protected readonly entity = EnrollmentGrant;

  async give(grants: GrantKey[], { days, extends: longer = false }: Pick<Grant, 'days' | 'extends'>): Promise<void> {
    await this.count(GIVE, ...columnsOf(grants, 'enrollment_id', 'source', 'source_id'), days, longer);
  }

  /** The enrollments whose grants there were, once for each. */
  async revokeEach(grants: GrantKey[], reason: string | null): Promise<string[]> {
    const keys = columnsOf(grants, 'enrollment_id', 'source', 'source_id');
    return (await this.rows<{ enrollment_id: string }>(REVOKE, ...keys, reason)).map((row) => row.enrollment_id);
  }

  /** Returns how many there were. */
  revoke(where: Partial<Pick<EnrollmentGrant, 'enrollment_id' | 'source' | 'source_id'>>, reason: string | null) {
    return this.update({ ...where, revoked_at: null }, { revoked_at: NOW, reason, updated_at: NOW });
  }

  /** Whether a grant of one of these sources is live. */
  async hasLive(enrollmentId: string, sources: GrantSource[]): Promise<boolean> {
    return (await this.one(IS_LIVE, enrollmentId, sources)) !== undefined;
  }

  /** Which of the users have the course for good, and not by a subscription. */
  usersForGood(courseId: string, userIds: string[]): Promise<Set<string>> {
    return this.ids(FOR_GOOD, courseId, userIds);
  }

  /** Which of the courses the user has for good, and not by a subscription. */
  coursesForGood(userId: string, courseIds: string[]): Promise<Set<string>> {
    return this.ids(OWNED_FOR_GOOD, userId, courseIds);
  }

  /** The same the other way round: which of the users have the course. */
  ownersForGood(courseId: string, userIds: string[]): Promise<Set<string>> {
    return this.ids(OWNERS_FOR_GOOD, courseId, userIds);
  }

  knownUsers(ids: string[]): Promise<Set<string>> {
    return this.ids(USERS, ids);
  }

  private async ids(statement: Statement, ...values: unknown[]): Promise<Set<string>> {
    return new Set((await this.rows<{ id: string }>(statement, ...values)).map(({ id }) => id));
  }
}
