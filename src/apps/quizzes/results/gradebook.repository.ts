import { AppProvider } from '../../kernel/app-provider.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { List } from '../../kernel/lists/list.js';
import { personIn, type PersonView } from '../../kernel/rows/person.js';
import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';
import { COUNTS, resultBy } from './result.sql.js';

const FILTERS = {
  status: 't.status = ?',
  user_id: 't.owner_id = ?',
  needs_grading: `(t.status = 'submitted') = ?::boolean`,
  counting_only: `(${COUNTS} OR NOT ?::boolean)`,
  passed: 'coalesce(t.passed, false) = ?::boolean',
};
const SORTS = {
  newest: { by: 't.id', type: 'uuid' },
  percent: { by: 'coalesce(t.percent, -1)', type: 'numeric' },
  name: { by: `coalesce(u.username, '')`, type: 'text', order: 'ASC' },
} as const;
const GRADEBOOK = new List({
  name: 'quizzes_gradebook',
  columns: `t.id, ${personIn('u')} AS user, t.number, t.status, t.percent::float8 AS percent, t.passed, t.started_at,
    t.submitted_at, t.auto_submitted, ${COUNTS} AS counts,
    floor(extract(epoch FROM t.submitted_at - t.started_at))::int AS seconds`,
  from: `ext_quizzes.attempts t JOIN ext_quizzes.quizzes q ON q.id = t.quiz_id
    JOIN account.users u ON u.id = t.owner_id`,
  id: 't.id',
  where: 't.quiz_id = $1 AND NOT t.preview',
  filters: FILTERS,
  sorts: SORTS,
  prepared: true,
});
const SUMMARY = sql(
  'quizzes_gradebook_summary',
  `WITH takers AS (
     SELECT t.owner_id, count(*) FILTER (WHERE t.status = 'graded')::int AS graded,
       count(*) FILTER (WHERE t.status = 'submitted')::int AS to_grade
     FROM ext_quizzes.attempts t WHERE t.quiz_id = $1 AND NOT t.preview GROUP BY t.owner_id
   ), results AS (
     SELECT ${resultBy('q.scoring')} AS percent, q.pass_percent
     FROM ext_quizzes.attempts t JOIN ext_quizzes.quizzes q ON q.id = t.quiz_id
     WHERE t.quiz_id = $1 AND t.status = 'graded' AND NOT t.preview GROUP BY t.owner_id, q.id
   )
   SELECT count(*)::int AS takers, coalesce(sum(graded), 0)::int AS graded, coalesce(sum(to_grade), 0)::int AS to_grade,
     (SELECT round(avg(percent), 2)::float8 FROM results) AS mean,
     (SELECT round(avg((percent >= pass_percent)::int), 4)::float8 FROM results) AS pass_rate
   FROM takers`,
);

export const ATTEMPT_COLUMNS = [
  'id',
  'number',
  'status',
  'percent',
  'passed',
  'started_at',
  'submitted_at',
  'auto_submitted',
] as const;

export type GradebookFilters = { [Name in keyof typeof FILTERS]?: unknown };
export type GradebookSort = keyof typeof SORTS;
export type GradebookRow = Pick<QuizAttempt, (typeof ATTEMPT_COLUMNS)[number]> & {
  user: PersonView;
  seconds: number | null;
  counts: boolean;
};

export interface Summary {
  takers: number;
  graded: number;
  to_grade: number;
  mean: number | null;
  pass_rate: number | null;
}

/** The attempts of a quiz as its owner sees them, without previews. */
@AppProvider()
export class GradebookRepository extends BaseRepository {
  list(quizId: string, filters: GradebookFilters, sort: GradebookSort, query: PageQuery): Promise<Page<GradebookRow>> {
    return GRADEBOOK.page(this.database, { values: [quizId], filters, sort, query });
  }

  summary(quizId: string): Promise<Summary> {
    return this.onlyOne<Summary>(SUMMARY, quizId);
  }
}
