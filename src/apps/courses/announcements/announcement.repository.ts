import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Enrollment } from '../enrollments/enrollment.entity.js';
import { isLive } from '../enrollments/enrollment.repository.js';
import { type Audience, CourseAnnouncement } from './announcement.entity.js';

const AMONG = (audience: string) => `CASE ${audience}
  WHEN 'completed' THEN e.completed_at IS NOT NULL
  WHEN 'in_progress' THEN e.completed_at IS NULL AND e.last_lesson_id IS NOT NULL
  WHEN 'not_started' THEN e.completed_at IS NULL AND e.last_lesson_id IS NULL
  ELSE true END`;

const OF_DAY = sql(
  'courses_announcements_of_day',
  `SELECT count(*)::int AS n FROM ext_courses.announcements
   WHERE course_id = $1 AND created_at > now() - interval '1 day'`,
);
const COUNT = sql(
  'courses_announcement_audience',
  `SELECT count(*)::int AS n FROM ext_courses.enrollments e
   WHERE e.course_id = $1 AND ${isLive('e')} AND ${AMONG('$2::text')}`,
);
const RECIPIENTS = sql(
  'courses_announcement_batch',
  `SELECT e.id, e.owner_id FROM ext_courses.enrollments e
   WHERE e.course_id = $1 AND ${isLive('e')} AND ${AMONG('$2::text')} AND ($3::uuid IS NULL OR e.id > $3)
   ORDER BY e.id LIMIT $4`,
);
@AppProvider()
export class AnnouncementRepository extends EntityRepository<CourseAnnouncement> {
  protected readonly entity = CourseAnnouncement;

  async countOfDay(courseId: string): Promise<number> {
    return (await this.onlyOne<{ n: number }>(OF_DAY, courseId)).n;
  }

  async countRecipients(courseId: string, audience: Audience): Promise<number> {
    return (await this.onlyOne<{ n: number }>(COUNT, courseId, audience)).n;
  }

  /** Students with the ids of their enrollments, in the order of these. */
  recipients(courseId: string, audience: Audience, after: string | null, limit: number) {
    return this.rows<Pick<Enrollment, 'id' | 'owner_id'>>(RECIPIENTS, courseId, audience, after, limit);
  }
}
