import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { notFound } from '../../../platform/http/refusal.js';
import { allowedBySiteRole, seesAsAdmin } from '../../kernel/calls/site-role.js';
import type { AssignmentLearner } from '../entities/assignment-learner.entity.js';
import type { Assignment } from '../entities/assignment.entity.js';
import { type KnownLearner, LearnerRepository } from '../learners/learner.repository.js';
import { type AssignmentNow, AssignmentRepository } from './assignment.repository.js';

/** Who may see an assignment: its teacher and its learners; a user can be both. */
@AppProvider()
export class OpenAssignment {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly learners: LearnerRepository,
  ) {}

  /** `isShared`: it stays as it is until the end of the transaction. */
  async run(id: string, caller: Caller, { isShared = false } = {}) {
    const assignment = await (isShared ? this.assignments.share(id) : this.assignments.find(id));
    const learner = assignment && (await this.learners.find(id, caller.id));
    const isOpen = assignment && (assignment.owner_id === caller.id || learns(assignment, learner));
    if (!assignment || !(isOpen || allowedBySiteRole(caller))) throw notFound('Assignment');
    return { assignment, learner, isTeacher: isTaughtBy(assignment, caller) } satisfies Opened;
  }
}

export interface Opened {
  assignment: AssignmentNow;
  learner: KnownLearner | undefined;
  isTeacher: boolean;
}

/** Administrators see what the teacher sees. */
export const isTaughtBy = ({ owner_id }: Pick<Assignment, 'owner_id'>, caller: Caller) =>
  owner_id === caller.id || seesAsAdmin(caller);

const learns = (assignment: AssignmentNow, learner: KnownLearner | undefined) =>
  learner !== undefined && learnsIn(assignment, learner);

export const learnsIn = ({ status }: Pick<Assignment, 'status'>, learner: Pick<AssignmentLearner, 'status'>): boolean =>
  status !== 'draft' && learner.status !== 'removed';
