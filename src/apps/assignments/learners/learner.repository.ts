import { IsNull, Not } from 'typeorm';
import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { MarkedLearner } from '../assignments.views.js';
import { AssignmentLearner } from '../entities/assignment.entity.js';
import { DUE_AT, IS_REVEALED, LATE, LEARNER } from './learner.sql.js';

const KNOWN_LEARNER = `SELECT l.*, ${IS_REVEALED} AS is_revealed, ${LEARNER} AS marked
  FROM ext_assignments.learners l JOIN ext_assignments.assignments a ON a.id = l.assignment_id
  WHERE l.assignment_id = $1`;
const FIND = sql('assignments_learner_of', `${KNOWN_LEARNER} AND l.user_id = $2`);
// Finds a learner by learner id, or by account id where marking is not anonymous.
const BY_ID = sql('assignments_learner_by_id', `${KNOWN_LEARNER} AND (l.id = $2 OR l.user_id = $2 AND ${IS_REVEALED})`);
const LOCK_MANY = sql(
  'assignments_learners_lock',
  `SELECT * FROM ext_assignments.learners WHERE assignment_id = $1 AND user_id = ANY ($2::uuid[])
   ORDER BY id FOR NO KEY UPDATE`,
);
const KNOWN = sql(
  'assignments_users_known',
  'SELECT count(*)::int AS n FROM account.users WHERE id = ANY ($1::uuid[])',
);
// Numbers are drawn of many more than there are learners, so that they tell nothing of who came when.
const ADD = sql(
  'assignments_learners_add',
  `WITH free AS (
     SELECT number, row_number() OVER (ORDER BY random()) AS at FROM (
       SELECT 10000 + floor(random() * 90000)::int AS number FROM generate_series(1, cardinality($2::uuid[]) * 2 + 20)
       EXCEPT SELECT number FROM ext_assignments.learners WHERE assignment_id = $1
     ) drawn
   )
   INSERT INTO ext_assignments.learners (id, assignment_id, user_id, number)
   SELECT gen_random_uuid(), $1, given.user_id, free.number FROM unnest($2::uuid[]) WITH ORDINALITY given (user_id, at)
   JOIN free ON free.at = given.at RETURNING *`,
);
// Who has a new day to hand in by is reminded of that one.
const SET = sql(
  'assignments_learners_set',
  `UPDATE ext_assignments.learners l SET status = given.status, due_at = given.due_at,
     closes_at = given.closes_at, extra_attempts = given.extra_attempts, updated_at = now(),
     due_notice_at = CASE WHEN l.due_at IS NOT DISTINCT FROM given.due_at THEN l.due_notice_at END
   FROM jsonb_to_recordset($1::jsonb) AS given (
     id uuid, status text, due_at timestamptz, closes_at timestamptz, extra_attempts int)
   WHERE l.id = given.id`,
);
const FOLLOWING = sql(
  'assignments_learners_following',
  `SELECT user_id FROM ext_assignments.learners WHERE assignment_id = $1 AND status = 'active'
     AND (($2::boolean AND due_at IS NULL) OR ($3::boolean AND closes_at IS NULL))`,
);
const OWN_DATES = sql(
  'assignments_learners_with_dates',
  `SELECT * FROM ext_assignments.learners WHERE assignment_id = $1 AND status <> 'removed'
     AND (($2::boolean AND due_at IS NOT NULL) OR ($3::boolean AND closes_at IS NOT NULL))
   ORDER BY due_at, closes_at, user_id`,
);
// What was handed in is as late as the dates say that hold now.
const RELATE = sql(
  'assignments_submissions_late',
  `UPDATE ext_assignments.submissions s SET late_seconds = ${LATE('s.submitted_at', DUE_AT)}
   FROM ext_assignments.learners l JOIN ext_assignments.assignments a ON a.id = l.assignment_id
   WHERE l.assignment_id = $1 AND s.assignment_id = l.assignment_id AND s.owner_id = l.user_id
     AND s.submitted_at IS NOT NULL AND s.late_seconds <> ${LATE('s.submitted_at', DUE_AT)}`,
);

export const MOST_LEARNERS = 2000;

export type LearnerChange = Pick<AssignmentLearner, 'id' | 'status' | 'due_at' | 'closes_at' | 'extra_attempts'>;
/** The learner with what the teacher may know of them. */
export type KnownLearner = AssignmentLearner & { is_revealed: boolean; marked: MarkedLearner };

/** Which of the dates have moved. */
export interface Moved {
  due: boolean;
  closes: boolean;
}

@AppProvider()
export class LearnerRepository extends EntityRepository<AssignmentLearner> {
  protected readonly entity = AssignmentLearner;

  knownByUser(assignmentId: string, userId: string): Promise<KnownLearner | undefined> {
    return this.one<KnownLearner>(FIND, assignmentId, userId);
  }

  knownById(assignmentId: string, id: string): Promise<KnownLearner | undefined> {
    return this.one<KnownLearner>(BY_ID, assignmentId, id);
  }

  lockMany(assignmentId: string, userIds: string[]): Promise<AssignmentLearner[]> {
    return this.rows<AssignmentLearner>(LOCK_MANY, assignmentId, userIds);
  }

  /** Without those who were removed. */
  countOf(assignmentId: string): Promise<number> {
    return this.countWhere({ assignment_id: assignmentId, status: Not('removed') });
  }

  async areKnown(userIds: string[]): Promise<boolean> {
    return (await this.one<{ n: number }>(KNOWN, userIds))?.n === userIds.length;
  }

  async addAll(assignmentId: string, userIds: string[]): Promise<AssignmentLearner[]> {
    return userIds.length ? this.rows<AssignmentLearner>(ADD, assignmentId, userIds) : [];
  }

  async set(changes: LearnerChange[]): Promise<void> {
    await this.count(SET, JSON.stringify(changes));
  }

  async activeIds(assignmentId: string): Promise<string[]> {
    const active = { assignment_id: assignmentId, status: 'active' } as const;
    return (await this.find(active, { select: ['user_id'] })).map(({ user_id }) => user_id);
  }

  /** Those whose dates are the assignment's. */
  async following(assignmentId: string, { due, closes }: Moved): Promise<string[]> {
    const rows = await this.rows<{ user_id: string }>(FOLLOWING, assignmentId, due, closes);
    return rows.map(({ user_id }) => user_id);
  }

  withOwnDates(assignmentId: string, { due, closes }: Moved): Promise<AssignmentLearner[]> {
    return this.rows<AssignmentLearner>(OWN_DATES, assignmentId, due, closes);
  }

  async remindAgain(assignmentId: string): Promise<void> {
    const reminded = { assignment_id: assignmentId, due_at: IsNull(), due_notice_at: Not(IsNull()) };
    await this.update(reminded, { due_notice_at: null });
  }

  async relate(assignmentId: string): Promise<void> {
    await this.count(RELATE, assignmentId);
  }
}
