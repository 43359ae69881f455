import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/access.js';
import { notFound } from '../../../platform/http/refusal.js';
import { allowedBySiteRole, seesAsAdmin } from '../../kernel/calls/site-role.js';
import type { Assignment, AssignmentLearner, AssignmentNow } from '../entities/assignment.entity.js';
import { type KnownLearner, LearnerRepository } from '../learners/learner.repository.js';
import { AssignmentRepository } from './assignment.repository.js';

/** Who may see an assignment: its teacher and its learners; a user can be both. */
@AppProvider()
export class AssignmentAccessService {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly learners: LearnerRepository,
  ) {}

  /** `isShared`: a shared lock keeps the assignment unchanged until the end of the transaction. */
  async open(id: string, caller: Caller, { isShared = false } = {}) {
    const assignment = await (isShared ? this.assignments.lockShared(id) : this.assignments.byId(id));
    const learner = assignment && (await this.learners.knownByUser(id, caller.id));
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
