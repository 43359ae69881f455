import { Injectable } from '@nestjs/common';
import { type Caller, isAdmin } from '../../../platform/access/caller.js';
import { notFound } from '../../../platform/http/refusal.js';
import type { AssignmentLearner } from '../entities/assignment-learner.entity.js';
import type { Assignment } from '../entities/assignment.entity.js';
import { type KnownLearner, LearnerRepository } from '../learners/learner.repository.js';
import { type AssignmentNow, AssignmentRepository } from './assignment.repository.js';

/** Who may see an assignment: its teacher, and who learns there; both, where he is both. */
@Injectable()
export class OpenAssignment {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly learners: LearnerRepository,
  ) {}

  /** `isShared`: it stays as it is until the end of the transaction. */
  async run(id: string, caller: Caller, { isShared = false } = {}) {
    const assignment = await (isShared ? this.assignments.share(id) : this.assignments.find(id));
    const learner = assignment && (await this.learners.find(id, caller.id));
    const isTeacher = assignment !== undefined && isTaughtBy(assignment, caller);
    if (!assignment || (!isTeacher && !(learner && learnsIn(assignment, learner))))
      throw notFound('Assignment');
    return { assignment, learner, isTeacher } satisfies Opened;
  }
}

export interface Opened {
  assignment: AssignmentNow;
  learner: KnownLearner | undefined;
  isTeacher: boolean;
}

/** Staff sees what he sees. */
export const isTaughtBy = ({ owner_id }: Pick<Assignment, 'owner_id'>, caller: Caller) =>
  owner_id === caller.id || isAdmin(caller);

export const learnsIn = (
  { status }: Pick<Assignment, 'status'>,
  learner: Pick<AssignmentLearner, 'status'>,
): boolean => status !== 'draft' && learner.status !== 'removed';
