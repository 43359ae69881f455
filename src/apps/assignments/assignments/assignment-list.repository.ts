import { AppProvider } from '../../kernel/app-provider.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { iso } from '../../../platform/database/sql.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { List } from '../../kernel/lists/list.js';
import type { AssignmentCard } from '../assignment-card.js';
import { CLOSES_AT, DUE_AT, IS_MISSING, SHOWN, STANDING } from '../learners/learner.sql.js';

const CARD = `a.id, a.owner_id, a.title, a.status, a.grading, a.opens_at, a.due_at, a.closes_at, a.reference_type,
  a.reference_id, a.published_at, a.created_at`;

export const STATES = ['to_do', 'submitted', 'graded', 'missing'] as const;
// For the learner, a grade that is not released counts as submitted.
const STATE = `CASE WHEN l.status = 'excused' THEN 'excused' WHEN latest.status = 'revision' THEN 'to_do'
  WHEN latest.released_at IS NOT NULL THEN 'graded' WHEN latest.id IS NOT NULL THEN 'submitted'
  WHEN ${IS_MISSING} THEN 'missing' ELSE 'to_do' END`;
const GRADE = `CASE WHEN shown.id IS NOT NULL THEN json_build_object('score', shown.score, 'penalty', shown.penalty,
  'final_score', shown.final_score, 'points', a.points, 'passed', shown.passed,
  'released_at', ${iso('shown.released_at')}) END`;

const FILTERS = {
  status: 'a.status = ?',
  reference_type: 'a.reference_type = ?',
  reference_id: 'a.reference_id = ?',
};

const LEARNING = new List({
  name: 'assignments_learning',
  columns: `${CARD}, ${DUE_AT} AS my_due_at, ${CLOSES_AT} AS my_closes_at, ${STATE} AS my_status, ${GRADE} AS my_grade`,
  from: `ext_assignments.learners l JOIN ext_assignments.assignments a ON a.id = l.assignment_id ${STANDING} ${SHOWN}`,
  id: 'a.id',
  where: `l.user_id = $1 AND l.status IN ('active', 'excused') AND a.status <> 'draft'`,
  filters: { ...FILTERS, state: `(${STATE}) = ?` },
  sorts: { due: { by: `coalesce(${DUE_AT}, 'infinity')`, type: 'timestamptz', order: 'ASC' } },
  prepared: true,
});

const LATEST = `NOT EXISTS (SELECT FROM ext_assignments.submissions later WHERE later.assignment_id = s.assignment_id
  AND later.owner_id = s.owner_id AND later.attempt > s.attempt AND later.status <> 'draft')`;
const TEACHING = new List({
  name: 'assignments_teaching',
  columns: `${CARD}, json_build_object(
    'learners', (SELECT count(*) FROM ext_assignments.learners l WHERE l.assignment_id = a.id AND l.status = 'active'),
    'submitted', work.submitted, 'to_grade', work.to_grade, 'released', work.released) AS counts`,
  from: `ext_assignments.assignments a CROSS JOIN LATERAL (
    SELECT count(*) AS submitted, count(*) FILTER (WHERE s.status = 'submitted') AS to_grade,
      count(*) FILTER (WHERE s.released_at IS NOT NULL) AS released
    FROM ext_assignments.submissions s
    JOIN ext_assignments.learners l ON l.assignment_id = s.assignment_id AND l.user_id = s.owner_id
    WHERE s.assignment_id = a.id AND s.status <> 'draft' AND l.status = 'active' AND ${LATEST}
  ) work`,
  id: 'a.id',
  where: 'a.owner_id = $1',
  filters: FILTERS,
  sorts: { newest: { by: 'a.created_at', type: 'timestamptz' } },
  prepared: true,
});

export type AssignmentFilters = { [Name in keyof typeof FILTERS]?: string };

export type LearningRow = Omit<AssignmentCard, 'my_grade' | 'counts'> & {
  my_grade: (Omit<NonNullable<AssignmentCard['my_grade']>, 'released_at'> & { released_at: string }) | null;
};
export type TeachingRow = Omit<AssignmentCard, 'my_grade'>;

@AppProvider()
export class AssignmentListRepository extends BaseRepository {
  /** The earliest due date first; assignments without one come last. */
  learning(
    userId: string,
    filters: AssignmentFilters & { state?: string },
    query: PageQuery,
  ): Promise<Page<LearningRow>> {
    return LEARNING.page<LearningRow>(this.database, { values: [userId], filters, sort: 'due', query });
  }

  teaching(userId: string, filters: AssignmentFilters, query: PageQuery): Promise<Page<TeachingRow>> {
    return TEACHING.page<TeachingRow>(this.database, { values: [userId], filters, sort: 'newest', query });
  }
}
