import { present } from '../kernel/rows/view.js';
import {
  type AssignmentView,
  AttemptView,
  LearnerView,
  LockedAssignmentView,
  type MarkedLearner,
  SubmissionView,
} from './assignments.views.js';
import type { Assignment, AssignmentLearner, AssignmentNow } from './entities/assignment.entity.js';
import type { Submission } from './entities/submission.entity.js';

export function assignmentForOwner(row: Assignment & { now?: Date }): AssignmentView {
  const { submitted_notice_at: _, closed_notice_at: __, now: ___, ...assignment } = row;
  return { ...assignment, locked: false };
}

export function assignmentForLearner(row: AssignmentNow): AssignmentView {
  if (isLocked(row)) return { ...present(LockedAssignmentView, row), locked: true };
  const { join_code: _, ...assignment } = assignmentForOwner(row);
  return assignment;
}

export const isLocked = ({ opens_at, now }: AssignmentNow) => opens_at !== null && now < opens_at;

export const learnerForSelf = (row: AssignmentLearner): LearnerView => ({
  id: row.id,
  number: row.number,
  ...present(LearnerView, row),
});

/** A teacher who names learners by account must not see their anonymous numbers. */
export const learnerForOwner = (row: AssignmentLearner, { anonymous }: Pick<Assignment, 'anonymous'>): LearnerView =>
  anonymous ? present(LearnerView, row) : learnerForSelf(row);

const HIDDEN_GRADE = { score: null, penalty: 0, final_score: null, passed: null, rubric_scores: null, graded_at: null };

/** A revision request shows at once. A grade, and that there is one, stays hidden until release. */
export function submissionForLearner(row: Submission): SubmissionView {
  const view = presentSubmission(row);
  if (row.released_at) return view;
  const isRevision = row.status === 'revision';
  const status = row.status === 'graded' ? 'submitted' : row.status;
  return { ...view, ...HIDDEN_GRADE, status, feedback: isRevision ? row.feedback : null };
}

export function submissionForOwner(row: Submission, learner?: MarkedLearner): SubmissionView {
  const view = { ...presentSubmission(row), ...(learner && { learner }) };
  return row.status === 'draft' ? { ...view, body: null, link_url: null } : view;
}

const presentSubmission = (row: Submission): SubmissionView => ({
  ...present(SubmissionView, row),
  draft_since: row.status === 'draft' ? row.created_at : null,
});

export const attemptOf = (view: SubmissionView): AttemptView => present(AttemptView, view);
