import { List } from '../../kernel/lists/list.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import type { AssignmentLearner } from '../entities/assignment.entity.js';
import type { Submission } from '../entities/submission.entity.js';
import { iso, sql } from '../../../platform/database/sql.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { IS_MISSING, LEARNER, STANDING } from './learner.sql.js';

/** What each filter asks. */
const FILTERS = {
  all: 'true',
  to_grade: `l.status = 'active' AND latest.status = 'submitted'`,
  graded: `latest.status = 'graded'`,
  late: 'counted.late_seconds > 0',
  missing: IS_MISSING,
  revision: `latest.status = 'revision'`,
} as const;
export const ROSTER_FILTERS = Object.keys(FILTERS) as RosterFilter[];
export type RosterFilter = keyof typeof FILTERS;

// By number where names are not to be known: also of those whose names are.
const NAME = `CASE WHEN a.anonymous THEN l.number::text
  ELSE coalesce('0' || (SELECT lower(username) FROM account.users WHERE id = l.user_id), '1') END`;
const FROM = `FROM ext_assignments.learners l JOIN ext_assignments.assignments a ON a.id = l.assignment_id ${STANDING}
  WHERE l.assignment_id = $1`;
const STATE = `CASE WHEN l.status = 'excused' THEN 'excused' WHEN latest.id IS NOT NULL THEN latest.status
  WHEN ${IS_MISSING} THEN 'missing' ELSE 'to_do' END`;
const GRADED = `json_build_object('id', counted.id, 'attempt', counted.attempt, 'status', counted.status,
  'submitted_at', ${iso('counted.submitted_at')}, 'late_seconds', counted.late_seconds,
  'auto_submitted', counted.auto_submitted, 'score', counted.score, 'penalty', counted.penalty,
  'final_score', counted.final_score, 'passed', counted.passed, 'released_at', ${iso('counted.released_at')},
  'version', counted.version)`;

const ROSTER = new List({
  name: 'assignments_roster',
  columns: `l.id, ${LEARNER} AS learner, l.status AS learner_status, ${STATE} AS state,
    CASE WHEN counted.id IS NOT NULL THEN ${GRADED} END AS submission, latest.id AS latest_submission_id,
    (SELECT s.created_at FROM ext_assignments.submissions s WHERE s.assignment_id = l.assignment_id
      AND s.owner_id = l.user_id AND s.status = 'draft') AS draft_since`,
  from: `ext_assignments.learners l JOIN ext_assignments.assignments a ON a.id = l.assignment_id ${STANDING}`,
  id: 'l.id',
  // A removed learner is listed while work of theirs exists.
  where: `l.assignment_id = $1 AND (l.status <> 'removed' OR latest.id IS NOT NULL)`,
  filters: FILTERS,
  sorts: {
    submitted: { by: `coalesce(latest.submitted_at, '-infinity')`, type: 'timestamptz' },
    name: { by: NAME, type: 'text', order: 'ASC' },
    score: { by: 'coalesce(counted.final_score, counted.passed::int, -1)', type: 'numeric' },
  },
  prepared: true,
});
export const ROSTER_SORTS = ['submitted', 'name', 'score'] as const;
export type RosterSort = (typeof ROSTER_SORTS)[number];

const among = (what: string) => `count(*) FILTER (WHERE l.status = 'active' AND ${what})::int`;
const SUMMARY = sql(
  'assignments_roster_summary',
  `SELECT ${among('true')} AS learners, count(*) FILTER (WHERE l.status = 'excused')::int AS excused,
     ${among('latest.id IS NOT NULL')} AS submitted, ${among(`latest.status = 'submitted'`)} AS to_grade,
     ${among(`latest.status = 'graded'`)} AS graded, ${among(`latest.status = 'revision'`)} AS revision,
     ${among('counted.late_seconds > 0')} AS late, ${among(IS_MISSING)} AS missing,
     ${among('counted.released_at IS NOT NULL')} AS released,
     round(avg(counted.final_score / a.points * 100) FILTER (WHERE l.status = 'active'), 2)::float8 AS average_percent
   ${FROM}`,
);

export interface RosterRow {
  id: string;
  learner: { id: string; number: number; user: { id: string; username: string | null } | null };
  learner_status: AssignmentLearner['status'];
  state: string;
  submission: CountedRow | null;
  latest_submission_id: string | null;
  draft_since: Date | null;
}

/** As JSON has it. */
export interface CountedRow {
  id: string;
  attempt: number;
  status: Submission['status'];
  submitted_at: string;
  late_seconds: number;
  auto_submitted: boolean;
  score: number | null;
  penalty: number;
  final_score: number | null;
  passed: boolean | null;
  released_at: string | null;
  version: number;
}

export interface RosterSummary {
  learners: number;
  excused: number;
  submitted: number;
  to_grade: number;
  graded: number;
  revision: number;
  late: number;
  missing: number;
  released: number;
  average_percent: number | null;
}

/** Who learns in an assignment, and where each of them stands. */
@AppProvider()
export class RosterRepository extends BaseRepository {
  list(assignmentId: string, filter: RosterFilter, sort: RosterSort, query: PageQuery): Promise<Page<RosterRow>> {
    const filters = { [filter]: true };
    return ROSTER.page<RosterRow>(this.database, { values: [assignmentId], filters, sort, query });
  }

  summary(assignmentId: string): Promise<RosterSummary> {
    return this.onlyOne<RosterSummary>(SUMMARY, assignmentId);
  }
}
