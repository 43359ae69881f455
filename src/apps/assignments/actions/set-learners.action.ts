import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, Max, Min } from 'class-validator';
import { ArrayUnique, Instant, ListOf, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { learnerForOwner } from '../assignments.presenter.js';
import { LearnerView } from '../assignments.views.js';
import {
  ASSIGNMENT,
  type Assignment,
  type AssignmentLearner,
  LEARNER_STATUSES,
  type LearnerStatus,
} from '../entities/assignment.entity.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AssignmentNotificationsService } from '../assignment-notifications.service.js';
import { expectOrder, expectWritable, moment } from '../assignments/assignment.policy.js';
import { LearnerRepository, MOST_LEARNERS } from '../learners/learner.repository.js';

class Wish {
  @Uuid() user_id!: string;
  @Optional() @IsIn(LEARNER_STATUSES) status?: LearnerStatus;
  /** The learner's own due date; null removes it. */
  @Optional() @Nullable() @Instant() due_at?: string | null;
  @Optional() @Nullable() @Instant() closes_at?: string | null;
  @Optional() @IsInt() @Min(0) @Max(20) extra_attempts?: number;
}

class Input {
  @Uuid() assignment_id!: string;
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(200)
  @ArrayUnique(({ user_id }: Wish) => user_id)
  @ListOf(() => Wish)
  learners!: Wish[];
}

class Result {
  @ListOf(() => LearnerView) learners!: LearnerView[];
}

@Action('set-learners', {
  access: 'owner',
  target: ASSIGNMENT,
  changes: true,
  description: 'Adds learners, and changes what holds for each of them.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Dates are out of order'],
    404: ['User not found'],
    409: ['Learner limit reached', 'Assignment is archived'],
  },
})
export class SetLearners {
  constructor(
    private readonly learners: LearnerRepository,
    private readonly notifications: AssignmentNotificationsService,
  ) {}

  async run({ input: { learners: termses }, target: assignment }: Call<Input, Assignment>): Promise<Result> {
    expectWritable(assignment);
    const userIds = termses.map(({ user_id }) => user_id);
    if (!(await this.learners.areKnown(userIds))) throw notFound('User');
    const before = byUser(await this.learners.lockMany(assignment.id, userIds));
    const added = byUser(
      await this.learners.addAll(
        assignment.id,
        userIds.filter((id) => !before.has(id)),
      ),
    );
    const now = termses.map((terms) => changed(before.get(terms.user_id), added.get(terms.user_id), terms));
    for (const { due_at, closes_at } of now)
      expectOrder({
        opens_at: assignment.opens_at,
        due_at: due_at ?? assignment.due_at,
        closes_at: closes_at ?? assignment.closes_at,
      });
    await this.learners.set(now);
    if ((await this.learners.countOf(assignment.id)) > MOST_LEARNERS) throw new Refusal(409, 'Learner limit reached');
    if (now.some((learner) => movesDue(before.get(learner.user_id), learner)))
      await this.learners.relate(assignment.id);
    if (assignment.status !== 'draft') this.tell(assignment, before, now);
    return { learners: now.map((learner) => learnerForOwner(learner, assignment)) };
  }

  private tell(assignment: Assignment, before: Map<string, AssignmentLearner>, now: AssignmentLearner[]): void {
    const active = now.filter(({ status }) => status === 'active');
    const isNew = ({ user_id }: AssignmentLearner) => (before.get(user_id)?.status ?? 'removed') === 'removed';
    this.notifications.assigned(
      assignment,
      active.filter(isNew).map(({ user_id }) => user_id),
    );
    for (const learner of active) {
      const old = before.get(learner.user_id);
      if (old && !isNew(learner) && termsOf(old) !== termsOf(learner)) this.notifications.extended(assignment, learner);
    }
  }
}

/** A removed learner who is named again becomes active. */
function changed(
  before: AssignmentLearner | undefined,
  added: AssignmentLearner | undefined,
  { status, due_at, closes_at, extra_attempts }: Wish,
): AssignmentLearner {
  const row = (before ?? added) as AssignmentLearner;
  const due = moment(due_at);
  const closes = moment(closes_at);
  return {
    ...row,
    status: status ?? (row.status === 'removed' ? 'active' : row.status),
    due_at: due === undefined ? row.due_at : due,
    closes_at: closes === undefined ? row.closes_at : closes,
    extra_attempts: extra_attempts ?? row.extra_attempts,
  };
}

const byUser = (rows: AssignmentLearner[]) => new Map(rows.map((row) => [row.user_id, row]));
const termsOf = ({ due_at, closes_at, extra_attempts }: AssignmentLearner) =>
  JSON.stringify([due_at, closes_at, extra_attempts]);
const movesDue = (before: AssignmentLearner | undefined, { due_at }: AssignmentLearner) =>
  before !== undefined && before.due_at?.getTime() !== due_at?.getTime();
