import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { isLive } from '../access/enrollment.repository.js';
import type { Audience, CourseAnnouncement } from '../entities/course-announcement.entity.js';

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
const INSERT = sql(
  'courses_announcement_insert',
  `INSERT INTO ext_courses.announcements (owner_id, course_id, title, body, audience, recipients)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING *`,
);
const LOCK = sql(
  'courses_announcement_lock',
  'SELECT * FROM ext_courses.announcements WHERE id = $1 AND sent_at IS NULL FOR UPDATE',
);
const BATCH = sql(
  'courses_announcement_batch',
  `SELECT e.id, e.owner_id FROM ext_courses.enrollments e
   WHERE e.course_id = $1 AND ${isLive('e')} AND ${AMONG('$2::text')} AND ($3::uuid IS NULL OR e.id > $3)
   ORDER BY e.id LIMIT $4`,
);
const STUDENTS = sql(
  'courses_students_batch',
  `SELECT e.id, e.owner_id FROM ext_courses.enrollments e
   WHERE e.course_id = $1 AND ${isLive('e')} AND e.id > $2 ORDER BY e.id LIMIT $3`,
);
const SENT = sql(
  'courses_announcement_sent',
  `UPDATE ext_courses.announcements SET sent_through = coalesce($2, sent_through), updated_at = now(),
     sent_at = CASE WHEN $3::boolean THEN now() END
   WHERE id = $1`,
);

export interface Recipient {
  /** Of the enrollment. */
  id: string;
  owner_id: string;
}

type New = Pick<CourseAnnouncement, 'owner_id' | 'course_id' | 'title' | 'body' | 'audience' | 'recipients'>;

@AppProvider()
export class AnnouncementRepository extends BaseRepository {
  async countOfDay(courseId: string): Promise<number> {
    return (await this.one<{ n: number }>(OF_DAY, courseId))?.n ?? 0;
  }

  async audience(courseId: string, audience: Audience): Promise<number> {
    return (await this.one<{ n: number }>(COUNT, courseId, audience))?.n ?? 0;
  }

  async insert({ owner_id, course_id, title, body, audience, recipients }: New): Promise<CourseAnnouncement> {
    const values = [owner_id, course_id, title, body, audience, recipients];
    return (await this.one<CourseAnnouncement>(INSERT, ...values)) as CourseAnnouncement;
  }

  /** Undefined: it was sent to the end. */
  lockUnsent(id: string): Promise<CourseAnnouncement | undefined> {
    return this.one<CourseAnnouncement>(LOCK, id);
  }

  batch({ course_id, audience, sent_through }: CourseAnnouncement, limit: number): Promise<Recipient[]> {
    return this.rows<Recipient>(BATCH, course_id, audience, sent_through, limit);
  }

  /** Everybody who is enrolled, by the order of the enrollments. */
  students(courseId: string, after: string, limit: number): Promise<Recipient[]> {
    return this.rows<Recipient>(STUDENTS, courseId, after, limit);
  }

  async sent(id: string, through: string | null, isLast: boolean): Promise<void> {
    await this.count(SENT, id, through, isLast);
  }
}
