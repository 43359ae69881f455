import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { inBatches } from '../../../platform/database/batches.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { LearningRepository } from '../learning/learning.repository.js';
import { Progress } from '../learning/progress.js';

const BATCH = 500;

/** After a change of its curriculum, everybody's percentage of a course. */
@AppProvider()
export class RecountProgress extends Job<{ course_id: string }> {
  readonly name = 'courses.recount-progress';

  constructor(
    private readonly learning: LearningRepository,
    private readonly courses: CourseRepository,
    private readonly progress: Progress,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run({ course_id }: { course_id: string }): Promise<void> {
    return inBatches(this.database, (after) => this.batch(course_id, after));
  }

  /** The last of the batch; undefined where there are no more. */
  private async batch(courseId: string, after: string): Promise<string | undefined> {
    const course = await this.courses.find(courseId);
    const ids = await this.learning.lockNext(courseId, after, BATCH);
    if (!course || !ids.length) return undefined;
    await this.progress.recount(course, ids);
    return ids.at(-1);
  }
}
