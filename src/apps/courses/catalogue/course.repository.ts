import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Course } from '../entities/course.entity.js';

const LOCK_OWNER = sql('courses_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const COUNT_OPEN = sql(
  'courses_count_open',
  `SELECT count(*)::int AS n FROM ext_courses.courses WHERE owner_id = $1 AND status IN ('draft', 'published')`,
);
const BY_ID = sql('courses_by_id', 'SELECT * FROM ext_courses.courses WHERE id = $1');
const LOCK = sql('courses_lock', 'SELECT * FROM ext_courses.courses WHERE id = $1 FOR NO KEY UPDATE');
const LOCK_ALL = sql(
  'courses_lock_all',
  'SELECT id FROM ext_courses.courses WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
);
const CATEGORY = sql('courses_category_is_known', 'SELECT FROM listings.categories WHERE id = $1');
const OWNED = sql(
  'courses_owned_among',
  'SELECT count(*)::int AS n FROM ext_courses.courses WHERE id = ANY ($1::uuid[]) AND owner_id = $2',
);
// UNION, so that it ends where there is a loop already.
const LEADS_TO = sql(
  'courses_prerequisites_lead_to',
  `WITH RECURSIVE needed (id) AS (
     SELECT unnest($1::uuid[])
     UNION
     SELECT unnest(c.prerequisite_course_ids) FROM needed n JOIN ext_courses.courses c ON c.id = n.id
   ) SELECT FROM needed WHERE id = $2 LIMIT 1`,
);
const SOLD = sql(
  'courses_is_sold',
  `SELECT FROM ext_courses.orders WHERE course_id = $1 AND status <> 'expired' LIMIT 1`,
);
const TAKE_SEAT = sql(
  'courses_take_seat',
  `UPDATE ext_courses.courses SET seats_taken = seats_taken + 1
   WHERE id = $1 AND (max_students IS NULL OR seats_taken < max_students)`,
);
const MOVE_SEATS = sql(
  'courses_move_seats',
  'UPDATE ext_courses.courses SET seats_taken = seats_taken + $2 WHERE id = $1',
);
const RATE = sql(
  'courses_rate',
  `UPDATE ext_courses.courses SET rating_sum = rating_sum + $2, rating_count = rating_count + $3 WHERE id = $1`,
);
const CURRICULUM_CHANGED = sql(
  'courses_curriculum_changed',
  `UPDATE ext_courses.courses c SET curriculum_version = c.curriculum_version + 1, updated_at = now(),
     lessons_count = l.count, duration_seconds = l.seconds
   FROM (
     SELECT count(*)::int AS count, coalesce(sum(duration_seconds), 0)::int AS seconds FROM ext_courses.lessons
     WHERE course_id = $1 AND published AND removed_at IS NULL
   ) l, ext_courses.courses before WHERE c.id = $1 AND before.id = c.id
   RETURNING c.curriculum_version AS version,
     c.status = 'published' AND before.lessons_count > 0 AND c.lessons_count = 0 AS is_emptied`,
);
// What an account that is deleted has to do with: its seats, open checkouts and stars, and the courses that it owns.
const LOCK_OF_STUDENT = sql(
  'courses_lock_of_student',
  `SELECT id FROM ext_courses.courses WHERE id IN (
     SELECT course_id FROM ext_courses.enrollments WHERE owner_id = $1
     UNION SELECT course_id FROM ext_courses.reviews WHERE owner_id = $1
     UNION SELECT course_id FROM ext_courses.orders WHERE owner_id = $1 AND status = 'pending'
     UNION SELECT id FROM ext_courses.courses WHERE owner_id = $1
   ) ORDER BY id FOR NO KEY UPDATE`,
);
const FORGET_STUDENT = sql(
  'courses_forget_student',
  `UPDATE ext_courses.courses c SET
     seats_taken = seats_taken - (
       SELECT count(*) FROM ext_courses.enrollments WHERE course_id = c.id AND owner_id = $1 AND status = 'active'),
     rating_sum = rating_sum - coalesce(r.rating, 0),
     rating_count = rating_count - CASE WHEN r.rating IS NULL THEN 0 ELSE 1 END
   FROM unnest($2::uuid[]) gone (id)
   LEFT JOIN ext_courses.reviews r ON r.course_id = gone.id AND r.owner_id = $1
   WHERE c.id = gone.id`,
);

const KEEP = sql(
  'courses_keep_for_students',
  `UPDATE ext_courses.courses c SET owner_id = NULL, status = 'archived', updated_at = now(),
     seats_taken = (SELECT count(*) FROM ext_courses.enrollments e WHERE e.course_id = c.id AND e.status = 'active')
   WHERE owner_id = $1 AND EXISTS (
     SELECT FROM ext_courses.enrollments e WHERE e.course_id = c.id AND e.status = 'active')
   RETURNING id`,
);

export type CourseChanges = Partial<Omit<Course, 'id' | 'owner_id' | 'created_at' | 'updated_at'>>;

export interface CurriculumChange {
  version: number;
  is_emptied: boolean;
}

@AppProvider()
export class CourseRepository extends BaseRepository {
  /** Serialises the changes of one teacher, so that limits and prerequisite loops across courses are checked correctly. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
  }

  async countOpen(ownerId: string): Promise<number> {
    return (await this.one<{ n: number }>(COUNT_OPEN, ownerId))?.n ?? 0;
  }

  async insert(ownerId: string, values: CourseChanges): Promise<Course> {
    const { identifiers } = await this.table(Course).insert({ ...values, owner_id: ownerId });
    return (await this.find((identifiers[0] as { id: string }).id)) as Course;
  }

  async update(id: string, changes: CourseChanges): Promise<Course> {
    await this.table(Course).update({ id }, { ...changes, updated_at: () => 'now()' });
    return (await this.find(id)) as Course;
  }

  find(id: string): Promise<Course | undefined> {
    return this.one<Course>(BY_ID, id);
  }

  lock(id: string): Promise<Course | undefined> {
    return this.one<Course>(LOCK, id);
  }

  async lockAll(ids: string[]): Promise<void> {
    await this.rows(LOCK_ALL, ids);
  }

  async isCategory(id: string): Promise<boolean> {
    return (await this.rows(CATEGORY, id)).length > 0;
  }

  async ownsAll(ids: string[], ownerId: string): Promise<boolean> {
    return (await this.one<{ n: number }>(OWNED, ids, ownerId))?.n === new Set(ids).size;
  }

  /** Whether one of the prerequisites requires the course itself, directly or through others: that would be a loop. */
  async leadTo(prerequisiteIds: string[], id: string): Promise<boolean> {
    return (await this.rows(LEADS_TO, prerequisiteIds, id)).length > 0;
  }

  async isSold(id: string): Promise<boolean> {
    return (await this.rows(SOLD, id)).length > 0;
  }

  /** False: there is none left. */
  async takeSeat(id: string): Promise<boolean> {
    return (await this.count(TAKE_SEAT, id)) > 0;
  }

  /** Whatever there is left. */
  async moveSeats(id: string, by: number): Promise<void> {
    if (by) await this.count(MOVE_SEATS, id, by);
  }

  async rate(id: string, sum: number, count: number): Promise<void> {
    await this.count(RATE, id, sum, count);
  }

  /** Counts the published lessons anew. `is_emptied`: the course is published, and this took its last lesson. */
  async curriculumChanged(id: string): Promise<CurriculumChange> {
    return (await this.one<CurriculumChange>(CURRICULUM_CHANGED, id)) as CurriculumChange;
  }

  async lockOfStudent(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(LOCK_OF_STUDENT, userId)).map(({ id }) => id);
  }

  async forgetStudent(userId: string, courseIds: string[]): Promise<void> {
    await this.count(FORGET_STUDENT, userId, courseIds);
  }

  /** Those that have students get no owner, so that they stay when the account goes; answers which. They are locked. */
  async keepForStudents(ownerId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(KEEP, ownerId)).map(({ id }) => id);
  }
}
