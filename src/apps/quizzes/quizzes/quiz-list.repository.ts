import { containing } from '../../kernel/lists/list.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, newestFirst, type PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { RELEASED } from '../results/result.sql.js';

const MINE = sql(
  'quizzes_mine',
  `SELECT q.*, t.attempts, t.to_grade, t.average FROM (
     SELECT * FROM ext_quizzes.quizzes
     WHERE owner_id = $1 AND (created_at, id) < ($2, $3::uuid) AND ($5::text IS NULL OR status = $5)
       AND ($6::uuid IS NULL OR course_id = $6) AND ($7::text IS NULL OR title ILIKE $7)
     ORDER BY created_at DESC, id DESC LIMIT $4
   ) q CROSS JOIN LATERAL (
     SELECT count(*)::int AS attempts, count(*) FILTER (WHERE status = 'submitted')::int AS to_grade,
       round(avg(percent) FILTER (WHERE status = 'graded'), 2)::float8 AS average
     FROM ext_quizzes.attempts WHERE quiz_id = q.id AND NOT preview
   ) t ORDER BY q.created_at DESC, q.id DESC`,
);
const OF_COURSE = sql(
  'quizzes_of_course',
  `SELECT q.*, own.best_percent,
     greatest(0, q.max_attempts + coalesce(c.extra_attempts, 0) - own.used)::int AS attempts_left
   FROM ext_quizzes.quizzes q
   LEFT JOIN ext_quizzes.accommodations c ON c.quiz_id = q.id AND c.user_id = $1
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS used, max(t.percent) FILTER (WHERE t.status = 'graded' AND ${RELEASED})::float8 AS best_percent
     FROM ext_quizzes.attempts t WHERE t.quiz_id = q.id AND t.owner_id = $1 AND NOT t.preview
   ) own
   WHERE q.course_id = $5 AND q.status = 'published' AND (q.created_at, q.id) < ($2, $3::uuid)
     AND ($6::text IS NULL OR q.title ILIKE $6)
   ORDER BY q.created_at DESC, q.id DESC LIMIT $4`,
);
const PAGE = new Keyset({ name: 'quizzes', defaultLimit: 20, maxLimit: 100 });

export interface QuizFilters {
  course_id?: string;
  status?: string;
  query?: string;
}

export type OwnQuiz = Quiz & { attempts: number; to_grade: number; average: number | null };
export type CourseQuiz = Quiz & { best_percent: number | null; attempts_left: number | null };

@AppProvider()
export class QuizListRepository extends BaseRepository {
  async mine(ownerId: string, { status, course_id, query }: QuizFilters, page: PageQuery) {
    const slice = PAGE.read(page);
    const filters = [status ?? null, course_id ?? null, like(query)];
    const rows = await this.rows<OwnQuiz>(MINE, ownerId, ...newestFirst(slice), ...filters);
    return PAGE.cut(rows, slice, keyOf);
  }

  /** Published ones, with where the caller stands. */
  async ofCourse(userId: string, courseId: string, query: string | undefined, page: PageQuery) {
    const slice = PAGE.read(page);
    const values = [...newestFirst(slice), courseId, like(query)];
    const rows = await this.rows<CourseQuiz>(OF_COURSE, userId, ...values);
    return PAGE.cut(rows, slice, keyOf);
  }
}

const keyOf = ({ created_at, id }: Quiz) => [created_at, id];

const like = (query: string | undefined) => (query === undefined ? null : containing(query));
