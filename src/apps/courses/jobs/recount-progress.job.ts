import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { inBatches } from '../../../platform/database/batches.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { ProgressRepository } from '../progress/progress.repository.js';
import { ProgressService } from '../progress/progress.service.js';

const BATCH = 500;

/** Recounts the progress of all students after a change of the curriculum. */
@AppProvider()
export class RecountProgress extends Job<{ course_id: string }> {
  readonly name = 'courses.recount-progress';

  constructor(
    private readonly progress: ProgressRepository,
    private readonly courses: CourseRepository,
    private readonly progressService: ProgressService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run({ course_id }: { course_id: string }): Promise<void> {
    return inBatches(this.database, (after) => this.batch(course_id, after));
  }

  /** The last of the batch; undefined where there are no more. */
  private async batch(courseId: string, after: string): Promise<string | undefined> {
    const course = await this.courses.findOne({ id: courseId });
    const ids = await this.progress.lockNext(courseId, after, BATCH);
    if (!course || !ids.length) return undefined;
    await this.progressService.recount(course, ids);
    return ids.at(-1);
  }
}
