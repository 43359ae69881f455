import { containing, List } from '../../kernel/lists/list.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { RELEASED } from '../results/result.sql.js';

// A list does not convert decimals. Of two columns with the same name, the row has the last one.
const COLUMNS = 'q.*, q.pass_percent::float8 AS pass_percent';
const TITLE = 'q.title ILIKE ?';
const SORTS = { newest: { by: 'q.created_at', type: 'timestamptz' } } as const;

const MINE = new List({
  name: 'quizzes_mine',
  columns: `${COLUMNS}, t.attempts, t.to_grade, t.average`,
  from: `ext_quizzes.quizzes q CROSS JOIN LATERAL (
    SELECT count(*)::int AS attempts, count(*) FILTER (WHERE status = 'submitted')::int AS to_grade,
      round(avg(percent) FILTER (WHERE status = 'graded'), 2)::float8 AS average
    FROM ext_quizzes.attempts WHERE quiz_id = q.id AND NOT preview
  ) t`,
  id: 'q.id',
  where: 'q.owner_id = $1',
  filters: { status: 'q.status = ?', course_id: 'q.course_id = ?', query: TITLE },
  sorts: SORTS,
  prepared: true,
});
const OF_COURSE = new List({
  name: 'quizzes_of_course',
  columns: `${COLUMNS}, own.best_percent,
    greatest(0, q.max_attempts + coalesce(c.extra_attempts, 0) - own.used)::int AS attempts_left`,
  from: `ext_quizzes.quizzes q
    LEFT JOIN ext_quizzes.accommodations c ON c.quiz_id = q.id AND c.user_id = $1
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS used,
        max(t.percent) FILTER (WHERE t.status = 'graded' AND ${RELEASED})::float8 AS best_percent
      FROM ext_quizzes.attempts t WHERE t.quiz_id = q.id AND t.owner_id = $1 AND NOT t.preview
    ) own`,
  id: 'q.id',
  where: `q.course_id = $2 AND q.status = 'published'`,
  filters: { query: TITLE },
  sorts: SORTS,
  prepared: true,
});

interface QuizFilters {
  course_id?: string;
  status?: string;
  query?: string;
}

export type OwnQuiz = Quiz & { attempts: number; to_grade: number; average: number | null };
export type CourseQuiz = Quiz & { best_percent: number | null; attempts_left: number | null };

@AppProvider()
export class QuizListRepository extends BaseRepository {
  mine(ownerId: string, { status, course_id, query: title }: QuizFilters, query: PageQuery): Promise<Page<OwnQuiz>> {
    const filters = { status, course_id, query: pattern(title) };
    return MINE.page(this.database, { values: [ownerId], filters, sort: 'newest', query });
  }

  /** Published quizzes, with what the user has reached. */
  ofCourse(userId: string, courseId: string, title: string | undefined, query: PageQuery): Promise<Page<CourseQuiz>> {
    const filters = { query: pattern(title) };
    return OF_COURSE.page(this.database, { values: [userId, courseId], filters, sort: 'newest', query });
  }
}

const pattern = (title: string | undefined) => (title === undefined ? undefined : containing(title));
