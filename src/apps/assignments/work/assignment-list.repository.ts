import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, newestFirst, type PageQuery } from '../../../platform/database/page.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { iso } from '../../../platform/database/json.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql, type Statement } from '../../../platform/database/sql.js';
import { CLOSES_AT, DUE_AT, IS_MISSING, SHOWN, STANDING } from '../learners/standing.sql.js';

const CARD = `a.id, a.owner_id, a.title, a.status, a.grading, a.opens_at, a.due_at, a.closes_at, a.reference_type,
  a.reference_id, a.published_at, a.created_at`;
const SUBMISSIONS = 'ext_assignments.submissions s';

/** What each filter asks, in the place of `?`; the letters make the statement's name. */
const FILTERS = {
  status: ['s', 'a.status = ?'],
  state: ['t', '(STATE) = ?'],
  reference_type: ['r', 'a.reference_type = ?'],
  reference_id: ['i', 'a.reference_id = ?'],
} as const;
type Filter = keyof typeof FILTERS;
export type AssignmentFilters = { [name in Filter]?: string };

export const STATES = ['to_do', 'submitted', 'graded', 'missing'] as const;
// What was graded and is not released is, for who learns, handed in.
const STATE = `CASE WHEN l.status = 'excused' THEN 'excused' WHEN latest.status = 'revision' THEN 'to_do'
  WHEN latest.released_at IS NOT NULL THEN 'graded' WHEN latest.id IS NOT NULL THEN 'submitted'
  WHEN ${IS_MISSING} THEN 'missing' ELSE 'to_do' END`;
const GRADE = `CASE WHEN shown.id IS NOT NULL THEN json_build_object('score', shown.score, 'penalty', shown.penalty,
  'final_score', shown.final_score, 'points', a.points, 'passed', shown.passed,
  'released_at', ${iso('shown.released_at')}) END`;
const MY_DUE = `coalesce(${DUE_AT}, 'infinity')`;

const LEARNING = (conditions: string) => `SELECT ${CARD}, ${DUE_AT} AS my_due_at, ${CLOSES_AT} AS my_closes_at,
    ${STATE} AS my_status, ${GRADE} AS my_grade, (${MY_DUE})::text AS key
  FROM ext_assignments.learners l JOIN ext_assignments.assignments a ON a.id = l.assignment_id ${STANDING} ${SHOWN}
  WHERE l.user_id = $1 AND l.status IN ('active', 'excused') AND a.status <> 'draft'${conditions}
    AND (${MY_DUE}, a.id) > ($2::timestamptz, $3::uuid)
  ORDER BY ${MY_DUE}, a.id LIMIT $4`;

const LATEST = `NOT EXISTS (SELECT FROM ext_assignments.submissions later WHERE later.assignment_id = s.assignment_id
  AND later.owner_id = s.owner_id AND later.attempt > s.attempt AND later.status <> 'draft')`;
const TEACHING = (conditions: string) => `SELECT ${CARD}, json_build_object(
    'learners', (SELECT count(*) FROM ext_assignments.learners l WHERE l.assignment_id = a.id AND l.status = 'active'),
    'submitted', work.submitted, 'to_grade', work.to_grade, 'released', work.released) AS counts
  FROM ext_assignments.assignments a CROSS JOIN LATERAL (
    SELECT count(*) AS submitted, count(*) FILTER (WHERE s.status = 'submitted') AS to_grade,
      count(*) FILTER (WHERE s.released_at IS NOT NULL) AS released
    FROM ${SUBMISSIONS} JOIN ext_assignments.learners l ON l.assignment_id = s.assignment_id AND l.user_id = s.owner_id
    WHERE s.assignment_id = a.id AND s.status <> 'draft' AND l.status = 'active' AND ${LATEST}
  ) work
  WHERE a.owner_id = $1${conditions} AND (a.created_at, a.id) < ($2, $3::uuid)
  ORDER BY a.created_at DESC, a.id DESC LIMIT $4`;

const BY_DUE = new Keyset({ name: 'assignments-learning', defaultLimit: 20, maxLimit: 100 });
const NEWEST = new Keyset({ name: 'assignments-teaching', defaultLimit: 20, maxLimit: 100 });
const START = ['-infinity', FIRST_ID];

export interface CardRow {
  id: string;
  owner_id: string;
  title: string;
  status: string;
  grading: string;
  opens_at: Date | null;
  due_at: Date | null;
  closes_at: Date | null;
  reference_type: string | null;
  reference_id: string | null;
  published_at: Date | null;
  created_at: Date;
}

export interface LearningRow extends CardRow {
  my_due_at: Date | null;
  my_closes_at: Date | null;
  my_status: string;
  my_grade: {
    score: number | null;
    penalty: number;
    final_score: number | null;
    points: number;
    passed: boolean | null;
    released_at: string;
  } | null;
  key: string;
}

export interface TeachingRow extends CardRow {
  counts: { learners: number; submitted: number; to_grade: number; released: number };
}

@AppProvider()
export class AssignmentListRepository extends BaseRepository {
  /** What is due first comes first, and last what never is. */
  async learning(userId: string, filters: AssignmentFilters, query: PageQuery) {
    const slice = BY_DUE.read(query);
    const [key, id] = slice.after ?? START;
    const { statement, values } = listOf('learning', LEARNING, filters);
    const found = await this.rows<LearningRow>(statement, userId, key, id, slice.fetch, ...values);
    return BY_DUE.cut(found, slice, (row) => [row.key, row.id]);
  }

  async teaching(userId: string, filters: AssignmentFilters, query: PageQuery) {
    const slice = NEWEST.read(query);
    const { statement, values } = listOf('teaching', TEACHING, filters);
    const found = await this.rows<TeachingRow>(statement, userId, ...newestFirst(slice), ...values);
    return NEWEST.cut(found, slice, ({ created_at, id }) => [created_at, id]);
  }
}

function listOf(role: string, text: (conditions: string) => string, filters: AssignmentFilters) {
  const given = (Object.keys(FILTERS) as Filter[]).filter((name) => filters[name] !== undefined);
  const conditions = given.map(
    (name, at) => ` AND ${FILTERS[name][1].replace('STATE', STATE).replace('?', `$${at + 5}`)}`,
  );
  const letters = given.map((name) => FILTERS[name][0]).join('');
  const statement: Statement = sql(`assignments_${role} ${letters}`, text(conditions.join('')));
  return { statement, values: given.map((name) => filters[name]) };
}
