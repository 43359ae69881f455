import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Assignment } from '../entities/assignment.entity.js';

/** Exact numbers as numbers, which the driver gives as text. */
const ASSIGNMENT = `a.id, a.owner_id, a.title, a.instructions, a.status, a.grading, a.points::float8 AS points,
  a.submission_types, a.allowed_extensions, a.max_files, a.max_file_bytes::float8 AS max_file_bytes, a.opens_at,
  a.due_at, a.closes_at, a.max_attempts, a.keep_score, a.late_penalty_percent::float8 AS late_penalty_percent,
  a.late_penalty_max::float8 AS late_penalty_max, a.rubric, a.anonymous, a.release, a.submit_drafts, a.join_code,
  a.reference_type, a.reference_id, a.published_at, a.submitted_notice_at, a.closed_notice_at, a.created_at,
  a.updated_at`;

const one = (where: string) => `SELECT ${ASSIGNMENT}, now() AS now FROM ext_assignments.assignments a WHERE ${where}`;
const BY_ID = sql('assignments_by_id', one('a.id = $1'));
const LOCK = sql('assignments_lock', `${one('a.id = $1')} FOR NO KEY UPDATE`);
const LOCK_CODE = sql('assignments_lock_by_code', `${one('a.join_code = $1')} FOR NO KEY UPDATE`);
// Shared lock for all who hand in at the same time; an edit of the assignment excludes them, and they exclude the edit.
const SHARE = sql('assignments_share', `${one('a.id = $1')} FOR SHARE`);
const HAS_CODE = sql('assignments_code_is_taken', 'SELECT FROM ext_assignments.assignments WHERE join_code = $1');
const HAS_SUBMISSIONS = sql(
  'assignments_has_submissions',
  `SELECT FROM ext_assignments.submissions WHERE assignment_id = $1 AND status <> 'draft' LIMIT 1`,
);
const LOCK_OF_OWNER = sql(
  'assignments_lock_of_owner',
  'SELECT id FROM ext_assignments.assignments WHERE owner_id = $1 ORDER BY id FOR UPDATE',
);
const KEEP = sql(
  'assignments_keep_for_learners',
  `UPDATE ext_assignments.assignments a SET owner_id = NULL, status = 'archived', updated_at = now()
   WHERE id = ANY ($1::uuid[]) AND EXISTS (SELECT FROM ext_assignments.submissions s WHERE s.assignment_id = a.id)
   RETURNING id`,
);
const DESCRIBE = sql(
  'assignments_describe',
  'SELECT id, owner_id, title FROM ext_assignments.assignments WHERE id = ANY ($1::uuid[])',
);

/** At the moment of the statement's transaction, by the clock that all times are written by. */
export type AssignmentNow = Assignment & { now: Date };
export type AssignmentChanges = Partial<Omit<Assignment, 'id' | 'owner_id' | 'created_at' | 'updated_at'>>;

@AppProvider()
export class AssignmentRepository extends BaseRepository {
  find(id: string): Promise<AssignmentNow | undefined> {
    return this.one<AssignmentNow>(BY_ID, id);
  }

  lock(id: string): Promise<AssignmentNow | undefined> {
    return this.one<AssignmentNow>(LOCK, id);
  }

  lockByCode(code: string): Promise<AssignmentNow | undefined> {
    return this.one<AssignmentNow>(LOCK_CODE, code);
  }

  share(id: string): Promise<AssignmentNow | undefined> {
    return this.one<AssignmentNow>(SHARE, id);
  }

  async insert(ownerId: string, values: AssignmentChanges): Promise<AssignmentNow> {
    const { identifiers } = await this.table(Assignment).insert({ ...values, owner_id: ownerId });
    return (await this.find((identifiers[0] as { id: string }).id)) as AssignmentNow;
  }

  async update(id: string, changes: AssignmentChanges): Promise<AssignmentNow> {
    await this.table(Assignment).update({ id }, { ...changes, updated_at: () => 'now()' });
    return (await this.find(id)) as AssignmentNow;
  }

  async isTaken(code: string): Promise<boolean> {
    return (await this.rows(HAS_CODE, code)).length > 0;
  }

  /** Drafts of learners are none. */
  async hasSubmissions(id: string): Promise<boolean> {
    return (await this.rows(HAS_SUBMISSIONS, id)).length > 0;
  }

  async lockOfOwner(ownerId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(LOCK_OF_OWNER, ownerId)).map(({ id }) => id);
  }

  /** Those that learners have worked on get no owner, so that they stay when the account goes; answers which. */
  async keepForLearners(ids: string[]): Promise<string[]> {
    return (await this.rows<{ id: string }>(KEEP, ids)).map(({ id }) => id);
  }

  describe(ids: string[]): Promise<Pick<Assignment, 'id' | 'owner_id' | 'title'>[]> {
    return this.rows(DESCRIBE, ids);
  }
}
