import { AppProvider } from '../../kernel/app-provider.js';
import { In } from 'typeorm';
import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { notFound } from '../../../platform/http/refusal.js';
import { columnsOf, sql } from '../../../platform/database/sql.js';
import type { DescribedCourse } from '../../contracts/courses.js';
import { Course } from './course.entity.js';

const LOCK_OWNER = sql('courses_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const CATEGORY = sql('courses_category_is_known', 'SELECT FROM listings.categories WHERE id = $1');
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
  `UPDATE ext_courses.courses c SET seats_taken = c.seats_taken + moved.by
   FROM unnest($1::uuid[], $2::int[]) moved (id, by) WHERE c.id = moved.id`,
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
// The courses that have a seat, an open checkout or stars of the account, and those that it owns.
const LOCK_OF_STUDENT = sql(
  'courses_lock_of_student',
  `SELECT id FROM ext_courses.courses WHERE id IN (
     SELECT course_id FROM ext_courses.enrollments WHERE owner_id = $1
     UNION SELECT course_id FROM ext_courses.reviews WHERE owner_id = $1
     UNION SELECT course_id FROM ext_courses.orders WHERE owner_id = $1 AND status = 'pending'
     UNION SELECT id FROM ext_courses.courses WHERE owner_id = $1
   ) ORDER BY id FOR NO KEY UPDATE`,
);
const SUBTRACT_STUDENT = sql(
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

const DESCRIBED = sql(
  'courses_described',
  `SELECT id, owner_id, title, status, cover_file_id, price_minor, currency,
     status = 'published' AND coalesce(enrollment_opens_at <= now(), true)
       AND coalesce(enrollment_closes_at > now(), true) AS is_open
   FROM ext_courses.courses WHERE id = ANY ($1::uuid[])`,
);

export interface CurriculumChange {
  version: number;
  is_emptied: boolean;
}

@AppProvider()
export class CourseRepository extends EntityRepository<Course> {
  protected readonly entity = Course;

  lock(id: string): Promise<Course | undefined> {
    return this.findOne({ id }, { lock: 'no key update' });
  }

  /** Those that there are, by their ids. */
  async lockAll(ids: string[]): Promise<Map<string, Course>> {
    const rows = await this.find({ id: In([...new Set(ids)]) }, { order: { id: 'ASC' }, lock: 'no key update' });
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** As other apps see them. */
  describe(ids: string[]): Promise<DescribedCourse[]> {
    return this.rows<DescribedCourse>(DESCRIBED, ids);
  }

  /** Serialises the changes of one teacher, so that limits and prerequisite loops across courses are checked correctly. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
  }

  /** The courses that count for the limit of an owner. */
  countOpen(owner_id: string): Promise<number> {
    return this.countWhere({ owner_id, status: In(['draft', 'published']) });
  }

  /** Of a course that is locked. */
  async change(id: string, changes: Values<Course>): Promise<Course> {
    return (await this.updateOne({ id }, { ...changes, updated_at: NOW })) as Course;
  }

  async expectCategory(id: string | null | undefined): Promise<void> {
    if (id && !(await this.one(CATEGORY, id))) throw notFound('Category');
  }

  async ownsAll(ids: string[], owner_id: string): Promise<boolean> {
    return (await this.countWhere({ id: In(ids), owner_id })) === new Set(ids).size;
  }

  /** Whether one of the prerequisites requires the course itself, directly or through others: that would be a loop. */
  async leadTo(prerequisiteIds: string[], id: string): Promise<boolean> {
    return (await this.one(LEADS_TO, prerequisiteIds, id)) !== undefined;
  }

  async isSold(id: string): Promise<boolean> {
    return (await this.one(SOLD, id)) !== undefined;
  }

  /** False: there is none left. */
  async takeSeat(id: string): Promise<boolean> {
    return (await this.count(TAKE_SEAT, id)) > 0;
  }

  /** By so many for each of these locked courses, whatever there is left. */
  async moveSeats(moved: Map<string, number>): Promise<void> {
    const moves = [...moved].filter(([, by]) => by !== 0);
    if (moves.length) await this.count(MOVE_SEATS, ...columnsOf(moves, 0, 1));
  }

  /** Counts the published lessons anew. `is_emptied`: the course is published, and this took its last lesson. */
  changeCurriculum(id: string): Promise<CurriculumChange> {
    return this.onlyOne<CurriculumChange>(CURRICULUM_CHANGED, id);
  }

  /** The courses that the deletion of an account changes. */
  async lockOfUser(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(LOCK_OF_STUDENT, userId)).map(({ id }) => id);
  }

  /** Takes the seats and the stars of a student off the sums of courses. */
  async subtractStudent(userId: string, courseIds: string[]): Promise<void> {
    await this.count(SUBTRACT_STUDENT, userId, courseIds);
  }

  /** The locked courses that have students get no owner, so that they stay when the account goes; returns their ids. */
  async keepForStudents(ownerId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(KEEP, ownerId)).map(({ id }) => id);
  }
}
