import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { LATE } from '../learners/learner.sql.js';
import { Submission } from '../entities/submission.entity.js';

/** A learner may have any number of attempts where they have no limit. */
const MOST_ATTEMPTS = 500;
// Without the contents: an attempt can hold 100,000 characters.
const ATTEMPT = `s.id, s.assignment_id, s.owner_id, s.attempt, s.status, NULL::text AS body, NULL::text AS link_url,
  s.submitted_at, s.late_seconds, s.auto_submitted, s.score, s.penalty, s.final_score, s.passed,
  NULL::jsonb AS rubric_scores, NULL::text AS feedback, s.graded_by, s.graded_at, s.released_at, s.version, s.told,
  s.created_at, s.updated_at`;

const OF = sql(
  'assignments_submissions_of',
  `SELECT * FROM (
     SELECT ${ATTEMPT} FROM ext_assignments.submissions s WHERE s.assignment_id = $1 AND s.owner_id = $2
     ORDER BY s.attempt DESC LIMIT ${MOST_ATTEMPTS}
   ) newest ORDER BY attempt`,
);
const LATEST = sql(
  'assignments_submission_latest',
  `SELECT s.*, (SELECT count(*)::int FROM ext_assignments.submissions r
     WHERE r.assignment_id = s.assignment_id AND r.owner_id = s.owner_id AND r.status = 'revision') AS revisions
   FROM ext_assignments.submissions s WHERE s.assignment_id = $1 AND s.owner_id = $2
   ORDER BY s.attempt DESC LIMIT 1`,
);
const HAND_IN = sql(
  'assignments_submission_hand_in',
  `UPDATE ext_assignments.submissions s SET status = 'submitted', submitted_at = now(),
     late_seconds = ${LATE('now()', '$2::timestamptz')}, version = version + 1, updated_at = now()
   WHERE s.id = $1 RETURNING s.*`,
);

export type Draft = Partial<Pick<Submission, 'body' | 'link_url'>>;
export type LatestSubmission = Submission & { revisions: number };

@AppProvider()
export class SubmissionRepository extends EntityRepository<Submission> {
  protected readonly entity = Submission;

  /** The newest attempts of a learner without their contents, the first one first. */
  attemptsOf(assignmentId: string, ownerId: string): Promise<Submission[]> {
    return this.converted(OF, assignmentId, ownerId);
  }

  /** `revisions`: how many revisions the teacher has requested. */
  async latest(assignmentId: string, ownerId: string): Promise<LatestSubmission | undefined> {
    return (await this.converted<LatestSubmission>(LATEST, assignmentId, ownerId))[0];
  }

  async handIn(id: string, dueAt: Date | null): Promise<Submission> {
    return (await this.converted(HAND_IN, id, dueAt))[0] as Submission;
  }
}
