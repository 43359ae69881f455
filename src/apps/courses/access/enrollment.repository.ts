import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Enrollment } from '../entities/enrollment.entity.js';

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
  `INSERT INTO ext_courses.enrollments (owner_id, course_id, status)
   SELECT id, $1, 'ended' FROM unnest($2::uuid[]) given (id) ORDER BY id
   ON CONFLICT (course_id, owner_id) DO UPDATE SET updated_at = now() RETURNING id, owner_id, status`,
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
const SHUT_OUT = sql(
  'courses_enrollment_shut_out',
  'UPDATE ext_courses.enrollments SET blocked = true, updated_at = now() WHERE id = $1',
);
const LET_IN = sql(
  'courses_enrollments_let_in',
  `UPDATE ext_courses.enrollments SET blocked = false, updated_at = now()
   WHERE course_id = $1 AND owner_id = ANY ($2::uuid[]) AND blocked`,
);
const BEGUN = sql('courses_enrollments_have_begun', 'SELECT FROM ext_courses.enrollments WHERE course_id = $1 LIMIT 1');
const LOCK_DUE = sql(
  'courses_enrollments_lock_due',
  `SELECT id, owner_id, course_id, status FROM ext_courses.enrollments
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

export type Entered = Pick<Enrollment, 'id' | 'owner_id' | 'status'>;
export interface Ending {
  owner_id: string;
  course_id: string;
  expires_at: Date;
  title: string;
}

@AppProvider()
export class EnrollmentRepository extends BaseRepository {
  /** `is_due`: it has run out, and nobody has written that down yet. */
  lock(courseId: string, userId: string): Promise<(Enrollment & { is_due: boolean }) | undefined> {
    return this.one<Enrollment & { is_due: boolean }>(LOCK, courseId, userId);
  }

  /** As it is at this moment. */
  find(courseId: string, userId: string): Promise<Enrollment | undefined> {
    return this.one<Enrollment>(FIND, courseId, userId);
  }

  /** Locked, and as they were before: `ended` where there was none. */
  enter(courseId: string, userIds: string[]): Promise<Entered[]> {
    return this.rows<Entered>(ENTER, courseId, userIds);
  }

  /** After every change of their grants. */
  recompute(ids: string[]): Promise<Enrollment[]> {
    return this.rows<Enrollment>(RECOMPUTE, ids);
  }

  async shutOut(id: string): Promise<void> {
    await this.count(SHUT_OUT, id);
  }

  /** Those who were shut out, also where something else gives them the course. */
  async letIn(courseId: string, userIds: string[]): Promise<void> {
    await this.count(LET_IN, courseId, userIds);
  }

  async haveBegun(courseId: string): Promise<boolean> {
    return (await this.rows(BEGUN, courseId)).length > 0;
  }

  /** Whose time has passed. */
  lockDue(courseId: string, limit: number): Promise<(Entered & { course_id: string })[]> {
    return this.rows(LOCK_DUE, courseId, limit);
  }

  async coursesWithDue(): Promise<string[]> {
    return (await this.rows<{ id: string }>(COURSES_DUE)).map(({ id }) => id);
  }

  /** Those who have a week left and were not told. */
  noticeEnding(limit: number): Promise<Ending[]> {
    return this.rows<Ending>(NOTICE, limit);
  }

  /** The title of the first prerequisite course that the student has not completed. */
  async missing(prerequisiteIds: string[], userId: string): Promise<string | undefined> {
    if (!prerequisiteIds.length) return undefined;
    return (await this.one<{ title: string }>(MISSING_PREREQUISITE, prerequisiteIds, userId))?.title;
  }
}
