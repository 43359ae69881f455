import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { LATE } from '../learners/standing.sql.js';
import { Submission } from '../entities/submission.entity.js';

/** Exact numbers as numbers. */
export const SUBMISSION = `s.id, s.assignment_id, s.owner_id, s.attempt, s.status, s.body, s.link_url, s.submitted_at,
  s.late_seconds, s.auto_submitted, s.score::float8 AS score, s.penalty::float8 AS penalty,
  s.final_score::float8 AS final_score, s.passed, s.rubric_scores, s.feedback, s.graded_by, s.graded_at,
  s.released_at, s.version, s.told, s.created_at, s.updated_at`;

/** Where attempts have no limit, a learner may have any number of them. */
const MOST_ATTEMPTS = 500;
/** A row without what may be long: each attempt can hold 100,000 characters. */
const ATTEMPT = `s.id, s.assignment_id, s.owner_id, s.attempt, s.status, NULL::text AS body, NULL::text AS link_url,
  s.submitted_at, s.late_seconds, s.auto_submitted, s.score::float8 AS score, s.penalty::float8 AS penalty,
  s.final_score::float8 AS final_score, s.passed, NULL::jsonb AS rubric_scores, NULL::text AS feedback, s.graded_by,
  s.graded_at, s.released_at, s.version, s.told, s.created_at, s.updated_at`;

const BY_ID = sql(
  'assignments_submission_by_id',
  `SELECT ${SUBMISSION} FROM ext_assignments.submissions s WHERE s.id = $1`,
);
const OF = sql(
  'assignments_submissions_of',
  `SELECT * FROM (
     SELECT ${ATTEMPT} FROM ext_assignments.submissions s WHERE s.assignment_id = $1 AND s.owner_id = $2
     ORDER BY s.attempt DESC LIMIT ${MOST_ATTEMPTS}
   ) newest ORDER BY attempt`,
);
const BY_ATTEMPT = sql(
  'assignments_submission_by_attempt',
  `SELECT ${SUBMISSION} FROM ext_assignments.submissions s
   WHERE s.assignment_id = $1 AND s.owner_id = $2 AND s.attempt = $3`,
);
const LATEST = sql(
  'assignments_submission_latest',
  `SELECT ${SUBMISSION}, (SELECT count(*)::int FROM ext_assignments.submissions r
     WHERE r.assignment_id = s.assignment_id AND r.owner_id = s.owner_id AND r.status = 'revision') AS revisions
   FROM ext_assignments.submissions s WHERE s.assignment_id = $1 AND s.owner_id = $2
   ORDER BY s.attempt DESC LIMIT 1`,
);
const HAND_IN = sql(
  'assignments_submission_hand_in',
  `UPDATE ext_assignments.submissions s SET status = 'submitted', submitted_at = now(),
     late_seconds = ${LATE('now()', '$2::timestamptz')}, version = version + 1, updated_at = now()
   WHERE s.id = $1 RETURNING ${SUBMISSION}`,
);

export type Draft = Partial<Pick<Submission, 'body' | 'link_url'>>;
export type LatestSubmission = Submission & { revisions: number };

@AppProvider()
export class SubmissionRepository extends BaseRepository {
  find(id: string): Promise<Submission | undefined> {
    return this.one<Submission>(BY_ID, id);
  }

  byAttempt(assignmentId: string, ownerId: string, attempt: number): Promise<Submission | undefined> {
    return this.one<Submission>(BY_ATTEMPT, assignmentId, ownerId, attempt);
  }

  /** The attempts of a learner without their contents, the first one first; the newest of them where they are many. */
  of(assignmentId: string, ownerId: string): Promise<Submission[]> {
    return this.rows<Submission>(OF, assignmentId, ownerId);
  }

  /** With how many revisions were asked for. */
  latest(assignmentId: string, ownerId: string): Promise<LatestSubmission | undefined> {
    return this.one<LatestSubmission>(LATEST, assignmentId, ownerId);
  }

  async insert(row: Draft & Pick<Submission, 'assignment_id' | 'owner_id' | 'attempt'>): Promise<Submission> {
    const { identifiers } = await this.table(Submission).insert(row);
    return (await this.find((identifiers[0] as { id: string }).id)) as Submission;
  }

  async update(id: string, draft: Draft): Promise<Submission> {
    const raised = { version: () => 'version + 1', updated_at: () => 'now()' };
    await this.table(Submission).update({ id }, { ...draft, ...raised });
    return (await this.find(id)) as Submission;
  }

  async handIn(id: string, dueAt: Date | null): Promise<Submission> {
    return (await this.one<Submission>(HAND_IN, id, dueAt)) as Submission;
  }
}
