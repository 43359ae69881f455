import { AppProvider } from '../../kernel/app-provider.js';
import { LinkedLessons } from '../curriculum/linked-lessons.js';
import { LearningRepository } from './learning.repository.js';

interface Learned {
  id: string;
  course_id: string;
}

/** Where students go on, in many courses at once: never with a lesson that nobody can complete any more. */
@AppProvider()
export class NextLessons {
  constructor(
    private readonly learning: LearningRepository,
    private readonly linked: LinkedLessons,
  ) {}

  /** By enrollment. What is gone is looked for only where somebody would be sent to it. */
  async of(enrollments: Learned[]): Promise<Map<string, { id: string; title: string }>> {
    const ids = enrollments.map(({ id }) => id);
    let next = await this.learning.next(ids, []);
    if ((await this.linked.goneAmong(next)).length) {
      const gone = await this.linked.gone(enrollments.map(({ course_id }) => course_id));
      next = await this.learning.next(ids, gone);
    }
    return new Map(next.map(({ enrollment_id, id, title }) => [enrollment_id, { id, title }]));
  }
}
