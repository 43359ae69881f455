import { In } from 'typeorm';
import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { type Statement, sql } from '../../../platform/database/sql.js';
import { Assignment, type AssignmentNow } from '../entities/assignment.entity.js';

const read = (where: string) => `SELECT a.*, now() AS now FROM ext_assignments.assignments a WHERE ${where}`;
const BY_ID = sql('assignments_by_id', read('a.id = $1'));
const LOCK_CODE = sql('assignments_lock_by_code', `${read('a.join_code = $1')} FOR NO KEY UPDATE`);
// Learners who submit at the same time share the lock; an edit of the assignment excludes them.
const SHARE = sql('assignments_share', `${read('a.id = $1')} FOR SHARE`);
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
export type AssignmentChanges = Partial<Omit<Assignment, 'id' | 'owner_id' | 'created_at' | 'updated_at'>>;

@AppProvider()
export class AssignmentRepository extends EntityRepository<Assignment> {
  protected readonly entity = Assignment;

  byId(id: string): Promise<AssignmentNow | undefined> {
    return this.first(BY_ID, id);
  }

  lockByCode(code: string): Promise<AssignmentNow | undefined> {
    return this.first(LOCK_CODE, code);
  }

  lockShared(id: string): Promise<AssignmentNow | undefined> {
    return this.first(SHARE, id);
  }

  /** Without drafts. */
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
    return this.find({ id: In(ids) }, { select: ['id', 'owner_id', 'title'] });
  }

  private async first(statement: Statement, value: string): Promise<AssignmentNow | undefined> {
    return (await this.converted<AssignmentNow>(statement, value))[0];
  }
}
