import { AppProvider } from '../../kernel/app-provider.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { CompleteLessons } from '../jobs/complete-lessons.job.js';

const BATCH = 200;

/** Whose passing grade was released: the courses that the assignment is a lesson of hear of it. */
@AppProvider()
export class Passing {
  constructor(
    private readonly jobs: JobsService,
    private readonly complete: CompleteLessons,
  ) {}

  async of(assignmentId: string, userIds: string[]): Promise<void> {
    for (let at = 0; at < userIds.length; at += BATCH)
      await this.jobs.enqueue(this.complete, {
        assignment_id: assignmentId,
        user_ids: userIds.slice(at, at + BATCH),
      });
  }
}
