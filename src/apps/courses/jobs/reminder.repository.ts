import { AppProvider } from '../../kernel/app-provider.js';
import { In } from 'typeorm';
import { EntityRepository, NOW } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Enrollment } from '../enrollments/enrollment.entity.js';
import { isLive } from '../enrollments/enrollment.repository.js';

// For a week, so that no opening is lost while no job runs; who enrolled after the opening is not notified.
const RECENTLY = (moment: string) =>
  `${moment} <= now() AND ${moment} > now() - interval '7 days' AND ${moment} > e.created_at`;
const AFTER_DAYS = 'e.created_at + make_interval(hours => 24 * m.available_after_days)';
const HAS_LESSONS = `EXISTS (SELECT FROM ext_courses.lessons l
  WHERE l.module_id = m.id AND l.published AND l.removed_at IS NULL)`;
const UNTOLD = `${HAS_LESSONS} AND NOT EXISTS (SELECT FROM ext_courses.module_openings o
  WHERE o.enrollment_id = e.id AND o.module_id = m.id)`;

const OPEN = sql(
  'courses_modules_open',
  `WITH opened AS (
     (SELECT e.id, e.owner_id, m.id AS module_id FROM ext_courses.modules m
      JOIN ext_courses.enrollments e ON e.course_id = m.course_id AND ${isLive('e')}
      WHERE m.available_at IS NOT NULL AND ${RECENTLY('m.available_at')} AND ${UNTOLD} LIMIT $1)
     UNION ALL
     (SELECT e.id, e.owner_id, m.id FROM ext_courses.modules m
      JOIN ext_courses.enrollments e ON e.course_id = m.course_id AND ${isLive('e')}
      WHERE m.available_after_days > 0 AND ${RECENTLY(AFTER_DAYS)} AND ${UNTOLD} LIMIT $1)
   ), told AS (
     INSERT INTO ext_courses.module_openings (enrollment_id, module_id)
     SELECT id, module_id FROM opened ON CONFLICT DO NOTHING RETURNING enrollment_id, module_id
   )
   SELECT c.id AS course_id, c.title AS course_title, m.id AS module_id, m.title, array_agg(opened.owner_id) AS user_ids
   FROM told JOIN opened ON opened.id = told.enrollment_id AND opened.module_id = told.module_id
   JOIN ext_courses.modules m ON m.id = told.module_id JOIN ext_courses.courses c ON c.id = m.course_id
   GROUP BY c.id, m.id`,
);
const SILENCE = 'coalesce(e.last_activity_at, e.created_at)';
const SILENT = sql(
  'courses_enrollments_silent',
  `SELECT e.id, e.owner_id, e.course_id, c.title, e.progress_percent,
     floor(extract(epoch FROM now() - ${SILENCE}) / 86400)::int AS days
   FROM ext_courses.enrollments e JOIN ext_courses.courses c ON c.id = e.course_id
   WHERE ${isLive('e')} AND e.completed_at IS NULL
     AND ${SILENCE} < now() - interval '1 day' AND (e.reminded_at IS NULL OR e.reminded_at < ${SILENCE})
     AND e.id > $1
   ORDER BY e.id LIMIT $2 FOR NO KEY UPDATE OF e SKIP LOCKED`,
);
type OpenedModule = { course_id: string; course_title: string; module_id: string; title: string; user_ids: string[] };
type SilentStudent = Pick<Enrollment, 'id' | 'owner_id' | 'course_id' | 'progress_percent'> & {
  title: string;
  /** Since the student's last activity. */
  days: number;
};

/** The students whom the jobs have to remind of something, each of it once. */
@AppProvider()
export class ReminderRepository extends EntityRepository<Enrollment> {
  protected readonly entity = Enrollment;

  openModules(limit: number): Promise<OpenedModule[]> {
    return this.rows<OpenedModule>(OPEN, limit);
  }

  /** Not reminded since their last activity, and locked. */
  silent(after: string, limit: number): Promise<SilentStudent[]> {
    return this.rows<SilentStudent>(SILENT, after, limit);
  }

  async markReminded(ids: string[]): Promise<void> {
    if (ids.length) await this.update({ id: In(ids) }, { reminded_at: NOW });
  }
}
