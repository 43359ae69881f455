import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql, type Statement } from '../../../platform/database/sql.js';
import { COUNTS, resultBy } from './result.sql.js';
import { personIn } from '../../kernel/rows/person.js';

/** What each filter asks, in the place of `?`; the letter is for the statement's name. */
const FILTERS = {
  status: ['s', 't.status = ?'],
  user_id: ['u', 't.owner_id = ?'],
  needs_grading: ['g', `(t.status = 'submitted') = ?::boolean`],
  counting_only: ['c', `(${COUNTS} OR NOT ?::boolean)`],
  passed: ['p', 'coalesce(t.passed, false) = ?::boolean'],
} as const;
type Filter = keyof typeof FILTERS;
export type GradebookFilters = { [name in Filter]?: unknown };

const NEVER = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** The first row of a list is beyond `first`. */
const SORTS = {
  newest: { by: 't.id', key: 't.id', type: 'uuid', first: NEVER, way: 'DESC' },
  percent: {
    by: 'coalesce(t.percent, -1)',
    key: 'coalesce(t.percent, -1)',
    type: 'numeric',
    first: '1000',
    way: 'DESC',
  },
  name: {
    by: `coalesce(u.username, '')`,
    key: `coalesce(u.username, '')`,
    type: 'text',
    first: '',
    way: 'ASC',
  },
} as const;
export type GradebookSort = keyof typeof SORTS;

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

export interface GradebookRow {
  id: string;
  user: { id: string; username: string | null };
  number: number;
  status: string;
  percent: number | null;
  passed: boolean | null;
  started_at: Date;
  submitted_at: Date | null;
  seconds: number | null;
  auto_submitted: boolean;
  counts: boolean;
  key: string;
}

export interface Summary {
  takers: number;
  graded: number;
  to_grade: number;
  mean: number | null;
  pass_rate: number | null;
}

/** What a quiz's owner sees of those who take it, previews apart. */
@AppProvider()
export class GradebookRepository extends BaseRepository {
  async list(quizId: string, filters: GradebookFilters, sort: GradebookSort, query: PageQuery) {
    const page = new Keyset({ name: `quizzes-gradebook-${sort}`, defaultLimit: 20, maxLimit: 100 });
    const slice = page.read(query);
    const given = (Object.keys(FILTERS) as Filter[]).filter((name) => filters[name] !== undefined);
    const isUp = SORTS[sort].way === 'ASC';
    const after = slice.after ?? [SORTS[sort].first, isUp ? NEVER.replaceAll('f', '0') : NEVER];
    const values = [...after.slice(0, 2), slice.fetch, ...given.map((name) => filters[name])];
    const found = await this.rows<GradebookRow>(pageOf(given, sort), quizId, ...values);
    return page.cut(found, slice, ({ key, id }) => [key, id]);
  }

  async summary(quizId: string): Promise<Summary> {
    return (await this.one<Summary>(SUMMARY, quizId)) as Summary;
  }
}

function pageOf(given: Filter[], sort: GradebookSort): Statement {
  const { by, key, type, way } = SORTS[sort];
  const conditions = given.map((name, at) => ` AND ${FILTERS[name][1].replace('?', `$${5 + at}`)}`).join('');
  return sql(
    `quizzes_gradebook ${sort} ${given.map((name) => FILTERS[name][0]).join('')}`,
    `SELECT t.id, ${personIn('u')} AS user, t.number, t.status,
       t.percent::float8 AS percent, t.passed, t.started_at, t.submitted_at, t.auto_submitted, ${COUNTS} AS counts,
       floor(extract(epoch FROM t.submitted_at - t.started_at))::int AS seconds, (${key})::text AS key
     FROM ext_quizzes.attempts t JOIN ext_quizzes.quizzes q ON q.id = t.quiz_id
     JOIN account.users u ON u.id = t.owner_id
     WHERE t.quiz_id = $1 AND NOT t.preview AND (${by}, t.id) ${way === 'ASC' ? '>' : '<'} ($2::${type}, $3::uuid)${conditions}
     ORDER BY ${by} ${way}, t.id ${way} LIMIT $4`,
  );
}
