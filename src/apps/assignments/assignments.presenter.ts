import type { AssignmentView, AttemptView, LearnerView, MarkedLearner, SubmissionView } from './assignments.views.js';
import type { AssignmentLearner } from './entities/assignment-learner.entity.js';
import type { Assignment } from './entities/assignment.entity.js';
import type { Submission } from './entities/submission.entity.js';
import type { AssignmentNow } from './work/assignment.repository.js';

export function assignmentForOwner(row: AssignmentNow): AssignmentView {
  const { submitted_notice_at: _, closed_notice_at: __, now: ___, ...assignment } = row;
  return { ...assignment, locked: false };
}

export function assignmentForLearner(row: AssignmentNow): AssignmentView {
  if (isLocked(row)) {
    const { id, owner_id, title, status, opens_at, due_at, closes_at, published_at } = row;
    const { created_at, updated_at } = row;
    const shown = { id, owner_id, title, status, opens_at, due_at, closes_at, published_at };
    return { ...shown, created_at, updated_at, locked: true };
  }
  const { join_code: _, ...assignment } = assignmentForOwner(row);
  return assignment;
}

export const isLocked = ({ opens_at, now }: AssignmentNow) => opens_at !== null && now < opens_at;

export const learnerForHimself = (row: AssignmentLearner): LearnerView => {
  const { id, number, user_id, status, due_at, closes_at, extra_attempts } = row;
  return { id, number, user_id, status, due_at, closes_at, extra_attempts };
};

/** A teacher who names learners by account must not see their anonymous numbers. */
export function learnerForOwner(row: AssignmentLearner, { anonymous }: Pick<Assignment, 'anonymous'>): LearnerView {
  const { id: _, number: __, ...named } = learnerForHimself(row);
  return anonymous ? named : learnerForHimself(row);
}

const HIDDEN_GRADE = {
  score: null,
  penalty: 0,
  final_score: null,
  passed: null,
  rubric_scores: null,
  graded_at: null,
};

/** What is to be revised is told at once; a grade when it is released, and not that there is one. */
export function submissionForLearner(row: Submission): SubmissionView {
  const view = viewOf(row);
  if (row.released_at) return view;
  const isRevision = row.status === 'revision';
  const status = row.status === 'graded' ? 'submitted' : row.status;
  return { ...view, ...HIDDEN_GRADE, status, feedback: isRevision ? row.feedback : null };
}

export function submissionForOwner(row: Submission, learner?: MarkedLearner): SubmissionView {
  const view = { ...viewOf(row), ...(learner && { learner }) };
  return row.status === 'draft' ? { ...view, body: null, link_url: null } : view;
}

function viewOf(row: Submission): SubmissionView {
  const { owner_id: _, graded_by: __, told: ___, created_at, updated_at: ____, ...submission } = row;
  return { ...submission, draft_since: row.status === 'draft' ? created_at : null };
}

export function attemptOf(view: SubmissionView): AttemptView {
  const { id, attempt, status, submitted_at, late_seconds, auto_submitted } = view;
  const { final_score, passed, released_at } = view;
  return {
    id,
    attempt,
    status,
    submitted_at,
    late_seconds,
    auto_submitted,
    final_score,
    passed,
    released_at,
  };
}
