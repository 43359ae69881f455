import { AppProvider } from '../../kernel/app-provider.js';
import { AssignmentNews } from '../assignment-news.js';
import type { AssignmentLearner } from '../entities/assignment-learner.entity.js';
import type { Assignment } from '../entities/assignment.entity.js';
import { LearnerRepository } from './learner.repository.js';

/** What a change of an assignment means for those who learn in it. */
@AppProvider()
export class TellOfChange {
  constructor(
    private readonly learners: LearnerRepository,
    private readonly news: AssignmentNews,
  ) {}

  /** Answers those whose own dates do not follow. */
  async of(before: Assignment, now: Assignment): Promise<AssignmentLearner[]> {
    const isFirst = before.published_at === null && now.published_at !== null;
    if (isFirst) this.news.published(now, await this.learners.active(now.id));
    const moved = {
      due: before.due_at?.getTime() !== now.due_at?.getTime(),
      closes: before.closes_at?.getTime() !== now.closes_at?.getTime(),
    };
    if (!moved.due && !moved.closes) return [];
    if (moved.due) {
      await this.learners.remindAgain(now.id);
      await this.learners.relate(now.id);
    }
    const isKnown = now.status !== 'draft' && !isFirst;
    if (isKnown) this.news.changed(now, await this.learners.following(now.id, moved));
    return this.learners.withOwnDates(now.id, moved);
  }
}
