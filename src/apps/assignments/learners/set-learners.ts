import { AppProvider } from '../../kernel/app-provider.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AssignmentNews } from '../assignment-news.js';
import type { AssignmentLearner, LearnerStatus } from '../entities/assignment-learner.entity.js';
import type { Assignment } from '../entities/assignment.entity.js';
import { expectOrder, moment } from '../work/assignment-values.js';
import { expectWritable } from '../work/change-assignment.js';
import { LearnerRepository } from './learner.repository.js';

export const MOST_LEARNERS = 2000;

export interface LearnerWish {
  user_id: string;
  status?: LearnerStatus;
  due_at?: string | null;
  closes_at?: string | null;
  extra_attempts?: number;
}

/** Learners are added and changed in an assignment that is locked. */
@AppProvider()
export class SetLearners {
  constructor(
    private readonly learners: LearnerRepository,
    private readonly news: AssignmentNews,
  ) {}

  async run(assignment: Assignment, wishes: LearnerWish[]): Promise<AssignmentLearner[]> {
    expectWritable(assignment);
    const userIds = wishes.map(({ user_id }) => user_id);
    if (!(await this.learners.areKnown(userIds))) throw notFound('User');
    const before = byUser(await this.learners.lockMany(assignment.id, userIds));
    const added = byUser(
      await this.learners.add(
        assignment.id,
        userIds.filter((id) => !before.has(id)),
      ),
    );
    const now = wishes.map((wish) => changed(before.get(wish.user_id), added.get(wish.user_id), wish));
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
    return now;
  }

  private tell(assignment: Assignment, before: Map<string, AssignmentLearner>, now: AssignmentLearner[]): void {
    const active = now.filter(({ status }) => status === 'active');
    const isNew = ({ user_id }: AssignmentLearner) => (before.get(user_id)?.status ?? 'removed') === 'removed';
    this.news.assigned(
      assignment,
      active.filter(isNew).map(({ user_id }) => user_id),
    );
    for (const learner of active) {
      const old = before.get(learner.user_id);
      if (old && !isNew(learner) && termsOf(old) !== termsOf(learner)) this.news.extended(assignment, learner);
    }
  }
}

/** Who was removed and is named again, is there again. */
function changed(
  before: AssignmentLearner | undefined,
  added: AssignmentLearner | undefined,
  { status, due_at, closes_at, extra_attempts }: LearnerWish,
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
