import { AppProvider } from '../../kernel/app-provider.js';
import { LinkedLessonsService } from '../curriculum/linked-lessons.service.js';
import type { Enrollment } from '../enrollments/enrollment.entity.js';
import { ProgressRepository } from './progress.repository.js';

/** The lessons to continue with in many courses at once: never one that nobody can complete any more. */
@AppProvider()
export class NextLessonsService {
  constructor(
    private readonly progress: ProgressRepository,
    private readonly linked: LinkedLessonsService,
  ) {}

  /** By enrollment. Other apps are asked about all lessons only where one of the found ones is gone. */
  async of(enrollments: Pick<Enrollment, 'id' | 'course_id'>[]): Promise<Map<string, { id: string; title: string }>> {
    const ids = enrollments.map(({ id }) => id);
    let next = await this.progress.next(ids, []);
    if ((await this.linked.goneAmong(next)).length) {
      const gone = await this.linked.gone(enrollments.map(({ course_id }) => course_id));
      next = await this.progress.next(ids, gone);
    }
    return new Map(next.map(({ enrollment_id, id, title }) => [enrollment_id, { id, title }]));
  }
}
