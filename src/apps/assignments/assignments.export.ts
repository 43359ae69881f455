import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';
import { HAS_RELEASED } from './learners/learner.sql.js';

// As lists: so each side of an OR is read by an index of its own.
const OF_TAUGHT = 'ANY (ARRAY(SELECT id FROM ext_assignments.assignments WHERE owner_id = $1))';
const TAUGHT = `t.assignment_id = ${OF_TAUGHT}`;
const HANDED_IN = `t.submission_id = ANY (ARRAY(SELECT s.id FROM ext_assignments.submissions s
  WHERE s.assignment_id = ${OF_TAUGHT} AND s.status <> 'draft'))`;
const MY_THREADS = 't.learner_id = ANY (ARRAY(SELECT id FROM ext_assignments.learners WHERE user_id = $1))';

/** What a teacher has set, and what was handed in there; and all that a learner has. */
const TABLES: Record<string, string> = {
  assignments: 't.owner_id = $1',
  learners: `t.user_id = $1 OR ${TAUGHT}`,
  submissions: `t.owner_id = $1 OR (${TAUGHT} AND t.status <> 'draft')`,
  files: `t.owner_id = $1 OR ${HANDED_IN}`,
  comments: `${MY_THREADS} OR ${TAUGHT}`,
};

/** Marking is anonymous, and nothing of this user was released. */
const HIDDEN = (user: string) => `(NOT ${HAS_RELEASED('t.assignment_id', user)}
  AND (SELECT a.anonymous FROM ext_assignments.assignments a WHERE a.id = t.assignment_id))`;
const LEARNER = '(SELECT l.user_id FROM ext_assignments.learners l WHERE l.id = t.learner_id)';
const GRADE = `ARRAY['score', 'penalty', 'final_score', 'passed', 'rubric_scores', 'graded_by', 'graded_at']`;

const SHOWN = {
  assignments: `to_jsonb(t) - 'submitted_notice_at' - 'closed_notice_at'`,
  // Own dates and the day of joining would tell who it is, as names do.
  learners: `CASE WHEN t.user_id <> $1 AND ${HIDDEN('t.user_id')} THEN jsonb_build_object(
      'id', t.id, 'assignment_id', t.assignment_id, 'number', t.number, 'status', t.status)
    ELSE to_jsonb(t) - 'due_notice_at' END`,
  // A grade is part of the learner's data once it is released.
  submissions: `CASE
    WHEN t.owner_id = $1 AND t.released_at IS NULL THEN to_jsonb(t) - 'told' - ${GRADE} || jsonb_build_object(
      'status', CASE t.status WHEN 'graded' THEN 'submitted' ELSE t.status END,
      'feedback', CASE t.status WHEN 'revision' THEN t.feedback END)
    WHEN t.owner_id <> $1 AND ${HIDDEN('t.owner_id')} THEN to_jsonb(t) - 'told' - 'owner_id'
    ELSE to_jsonb(t) - 'told' END`,
  files: `CASE WHEN t.owner_id <> $1 AND ${HIDDEN('t.owner_id')} THEN to_jsonb(t) - 'owner_id'
    ELSE to_jsonb(t) END`,
  comments: `CASE WHEN t.author_id <> $1 AND t.author_id = ${LEARNER} AND ${HIDDEN('t.author_id')}
    THEN to_jsonb(t) - 'author_id' ELSE to_jsonb(t) END`,
};

const STATEMENTS = exportStatements('assignments', TABLES, SHOWN);

@AppProvider()
export class AssignmentsExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
