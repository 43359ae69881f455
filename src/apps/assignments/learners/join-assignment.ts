import { AppProvider } from '../../kernel/app-provider.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import type { AssignmentLearner } from '../entities/assignment-learner.entity.js';
import { AssignmentRepository } from '../work/assignment.repository.js';
import { codeOf } from '../work/join-code.js';
import { LearnerRepository } from './learner.repository.js';
import { MOST_LEARNERS } from './set-learners.js';

@AppProvider()
export class JoinByCode {
  constructor(
    private readonly assignments: AssignmentRepository,
    private readonly learners: LearnerRepository,
  ) {}

  async run(userId: string, typed: string) {
    const assignment = await this.assignments.lockByCode(codeOf(typed));
    if (!assignment || assignment.status === 'draft' || assignment.status === 'archived') throw notFound('Code');
    const known = await this.learners.find(assignment.id, userId);
    if (known?.status === 'removed') throw new Refusal(409, 'You were removed from this assignment');
    if (known) return { assignment, learner: known };
    const { status, closes_at, now } = assignment;
    if (status === 'closed' || (closes_at && now > closes_at)) throw new Refusal(409, 'Assignment is closed');
    if ((await this.learners.countOf(assignment.id)) >= MOST_LEARNERS) throw new Refusal(409, 'Learner limit reached');
    const [learner] = await this.learners.add(assignment.id, [userId]);
    return { assignment, learner: learner as AssignmentLearner };
  }
}
