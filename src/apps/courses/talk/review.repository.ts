import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { CourseReview } from '../entities/course-review.entity.js';

const OWN = sql(
  'courses_review_own',
  'SELECT * FROM ext_courses.reviews WHERE course_id = $1 AND owner_id = $2 FOR NO KEY UPDATE',
);
const WRITE = sql(
  'courses_review_write',
  `INSERT INTO ext_courses.reviews (course_id, owner_id, rating, body) VALUES ($1, $2, $3, $4)
   ON CONFLICT (course_id, owner_id) DO UPDATE
     SET rating = excluded.rating, body = excluded.body, updated_at = now() RETURNING *`,
);
const MAY_REVIEW = sql(
  'courses_review_may_be_written',
  `SELECT EXISTS (SELECT FROM ext_courses.lesson_progress p
     WHERE p.enrollment_id = e.id AND p.completed_at IS NOT NULL) AS has_completed
   FROM ext_courses.enrollments e WHERE e.course_id = $1 AND e.owner_id = $2`,
);
const LIST = sql(
  'courses_reviews',
  `SELECT r.id, r.course_id, r.rating, r.body, r.created_at, r.updated_at,
     (SELECT json_build_object('id', id, 'username', username) FROM account.users WHERE id = r.owner_id) AS reviewer
   FROM ext_courses.reviews r
   WHERE r.course_id = $1 AND ($2::int IS NULL OR r.rating = $2) AND (r.created_at, r.id) < ($3, $4::uuid)
   ORDER BY r.created_at DESC, r.id DESC LIMIT $5`,
);
const BY_RATING = sql(
  'courses_reviews_by_rating',
  `SELECT rating, count(*)::int AS count FROM ext_courses.reviews WHERE course_id = $1 GROUP BY rating`,
);

export interface ReviewRow {
  id: string;
  course_id: string;
  rating: number;
  body: string;
  created_at: Date;
  updated_at: Date;
  reviewer: { id: string; username: string | null };
}

const PAGE = new Keyset({ name: 'courses-reviews', defaultLimit: 20, maxLimit: 100 });

@AppProvider()
export class ReviewRepository extends BaseRepository {
  own(courseId: string, userId: string): Promise<CourseReview | undefined> {
    return this.one<CourseReview>(OWN, courseId, userId);
  }

  async write(courseId: string, userId: string, rating: number, body: string): Promise<CourseReview> {
    return (await this.one<CourseReview>(WRITE, courseId, userId, rating, body)) as CourseReview;
  }

  /** Whether the student has completed a lesson; undefined for a user who is not enrolled. */
  async mayReview(courseId: string, userId: string): Promise<boolean | undefined> {
    return (await this.one<{ has_completed: boolean }>(MAY_REVIEW, courseId, userId))?.has_completed;
  }

  list(courseId: string, rating: number | undefined, query: PageQuery) {
    return this.newest<ReviewRow>(PAGE, query, LIST, [courseId, rating ?? null]);
  }

  async byRating(courseId: string): Promise<Record<string, number>> {
    const rows = await this.rows<{ rating: number; count: number }>(BY_RATING, courseId);
    const counts = new Map(rows.map(({ rating, count }) => [rating, count]));
    return Object.fromEntries([1, 2, 3, 4, 5].map((stars) => [stars, counts.get(stars) ?? 0]));
  }
}
