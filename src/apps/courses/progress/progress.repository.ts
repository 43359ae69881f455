import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Lesson } from '../curriculum/lesson.entity.js';
import type { Enrollment, LessonProgress } from '../enrollments/enrollment.entity.js';
import { isLive } from '../enrollments/enrollment.repository.js';
import type { Step } from './lesson-path.js';

const PATH = sql(
  'courses_path',
  `SELECT l.id, l.title, l.kind, l.module_id, m.title AS module_title, l.required, l.ref_id,
     at.opens_at, coalesce(at.opens_at > now(), false) AS is_early,
     p.position_seconds, p.position_at, p.completed_at
   FROM ext_courses.lessons l JOIN ext_courses.modules m ON m.id = l.module_id
   LEFT JOIN ext_courses.enrollments e ON e.id = $2
   LEFT JOIN ext_courses.lesson_progress p ON p.enrollment_id = e.id AND p.lesson_id = l.id
   CROSS JOIN LATERAL (
     SELECT coalesce(m.available_at, e.created_at + make_interval(hours => 24 * m.available_after_days)) AS opens_at
   ) at
   WHERE l.course_id = $1 AND l.published AND l.removed_at IS NULL
   ORDER BY m.position, m.id, l.position, l.id`,
);
// The first lesson of each course that the student has not completed, except those that nobody can complete.
const NEXT = sql(
  'courses_next_lessons',
  `SELECT e.id AS enrollment_id, l.id, l.title, l.kind, l.ref_id
   FROM ext_courses.enrollments e CROSS JOIN LATERAL (
     SELECT l.id, l.title, l.kind, l.ref_id
     FROM ext_courses.lessons l JOIN ext_courses.modules m ON m.id = l.module_id
     WHERE l.course_id = e.course_id AND l.published AND l.removed_at IS NULL AND l.id <> ALL ($2::uuid[])
       AND NOT EXISTS (SELECT FROM ext_courses.lesson_progress p
         WHERE p.enrollment_id = e.id AND p.lesson_id = l.id AND p.completed_at IS NOT NULL)
     ORDER BY m.position, m.id, l.position, l.id LIMIT 1
   ) l WHERE e.id = ANY ($1::uuid[])`,
);
const NEWER = 'excluded.position_at IS NOT NULL AND (p.position_at IS NULL OR excluded.position_at >= p.position_at)';
// The newest position wins; an older one that comes late moves nothing, and completes nothing by itself.
const RECORD = sql(
  'courses_progress_record',
  `WITH before AS (
     SELECT completed_at FROM ext_courses.lesson_progress WHERE enrollment_id = $1 AND lesson_id = $2
   )
   INSERT INTO ext_courses.lesson_progress AS p (enrollment_id, lesson_id, position_seconds, position_at, completed_at)
   VALUES ($1, $2, coalesce($3::int, 0),
     CASE WHEN $3::int IS NOT NULL THEN least(coalesce($4::timestamptz, now()), now()) END,
     CASE WHEN $5::boolean OR $6::boolean THEN least(coalesce($4::timestamptz, now()), now()) END)
   ON CONFLICT (enrollment_id, lesson_id) DO UPDATE SET updated_at = now(),
     position_seconds = CASE WHEN ${NEWER} THEN excluded.position_seconds ELSE p.position_seconds END,
     position_at = CASE WHEN ${NEWER} THEN excluded.position_at ELSE p.position_at END,
     completed_at = CASE WHEN $7::boolean THEN NULL
       WHEN $5::boolean OR ($6::boolean AND ${NEWER}) THEN coalesce(p.completed_at, excluded.completed_at)
       ELSE p.completed_at END
   RETURNING lesson_id, position_seconds, position_at, completed_at,
     (completed_at IS NULL) <> ((SELECT completed_at FROM before) IS NULL) AS has_turned`,
);
// The lessons that stand for the thing, where the user is enrolled at this moment.
const TO_PASS = sql(
  'courses_enrollments_to_pass',
  `SELECT e.id, e.course_id, l.id AS lesson_id FROM ext_courses.lessons l
   JOIN ext_courses.enrollments e ON e.course_id = l.course_id AND e.owner_id = $1
   WHERE l.ref_id = $2 AND l.removed_at IS NULL AND ${isLive('e')} ORDER BY e.id FOR NO KEY UPDATE OF e`,
);
// The enrollments are locked by an earlier statement, so that this one sees what others have completed meanwhile.
const RECOUNT = sql(
  'courses_progress_recount',
  `WITH required AS (
     SELECT id FROM ext_courses.lessons
     WHERE course_id = $1 AND required AND published AND removed_at IS NULL AND id <> ALL ($3::uuid[])
   ), counted AS (
     SELECT e.id, e.completed_at IS NULL AS was_open, (SELECT count(*)::int FROM required) AS total, (
       SELECT count(*) FILTER (WHERE p.lesson_id IN (SELECT id FROM required))::int
       FROM ext_courses.lesson_progress p WHERE p.enrollment_id = e.id AND p.completed_at IS NOT NULL
     ) AS done FROM ext_courses.enrollments e WHERE e.id = ANY ($2::uuid[])
   ), now_at AS (
     SELECT id, was_open, CASE WHEN total = 0 THEN 0 ELSE done * 100 / total END AS percent FROM counted
   )
   UPDATE ext_courses.enrollments e SET progress_percent = n.percent, updated_at = now(),
     completed_at = CASE WHEN n.was_open AND e.status = 'active' AND n.percent >= c.completion_percent
       THEN now() ELSE e.completed_at END
   FROM now_at n, ext_courses.courses c
   WHERE e.id = n.id AND c.id = $1 AND (e.progress_percent <> n.percent
     OR (n.was_open AND e.status = 'active' AND n.percent >= c.completion_percent))
   RETURNING e.id, e.owner_id, n.was_open AND e.completed_at IS NOT NULL AS has_finished`,
);
const NEXT_BATCH = sql(
  'courses_enrollments_to_recount',
  `SELECT id FROM ext_courses.enrollments WHERE course_id = $1 AND id > $2 ORDER BY id LIMIT $3 FOR NO KEY UPDATE`,
);

export type NextLesson = Pick<Lesson, 'id' | 'title' | 'kind' | 'ref_id'> & { enrollment_id: string };

export interface NewProgress {
  position_seconds?: number;
  /** When the player was there, where that is not now. */
  at?: string;
  completed?: boolean;
  /** True if that position counts as the whole lesson. */
  isSeen?: boolean;
}

export type RecordedProgress = Pick<
  LessonProgress,
  'lesson_id' | 'position_seconds' | 'position_at' | 'completed_at'
> & {
  /** It is completed, or not completed any more, by this record. */
  has_turned: boolean;
};

@AppProvider()
export class ProgressRepository extends BaseRepository {
  steps(courseId: string, enrollmentId: string | null): Promise<Step[]> {
    return this.rows<Step>(PATH, courseId, enrollmentId);
  }

  /** The lesson to continue with of each enrollment; none of those that have completed all. */
  next(enrollmentIds: string[], gone: string[]): Promise<NextLesson[]> {
    return this.rows<NextLesson>(NEXT, enrollmentIds, gone);
  }

  /** Of an enrollment that is locked. */
  record(enrollmentId: string, lessonId: string, progress: NewProgress): Promise<RecordedProgress> {
    const { position_seconds = null, at = null, completed, isSeen = false } = progress;
    const how = [completed === true, isSeen && completed !== false, completed === false];
    return this.onlyOne<RecordedProgress>(RECORD, enrollmentId, lessonId, position_seconds, at, ...how);
  }

  /** Locked. */
  toPass(userId: string, refId: string) {
    type Row = Pick<Enrollment, 'id' | 'course_id'> & { lesson_id: string };
    return this.rows<Row>(TO_PASS, userId, refId);
  }

  /** Of enrollments that are locked; returns those that have completed the course by that. */
  async recount(courseId: string, enrollmentIds: string[], gone: string[]) {
    type Row = Pick<Enrollment, 'id' | 'owner_id'> & { has_finished: boolean };
    const rows = await this.rows<Row>(RECOUNT, courseId, enrollmentIds, gone);
    return rows.filter(({ has_finished }) => has_finished);
  }

  /** The ids of the next enrollments of a course, locked. */
  async lockNext(courseId: string, after: string, limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(NEXT_BATCH, courseId, after, limit)).map(({ id }) => id);
  }
}
