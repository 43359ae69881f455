import { AppProvider } from '../../kernel/app-provider.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppServices } from '../../contracts/app-services.js';
import { GradeRepository } from '../grading/grade.repository.js';

interface Data {
  assignment_id: string;
  user_ids: string[];
}

/** Completes the lesson of a course that the assignment is, for learners who have passed. */
@AppProvider()
export class CompleteLessons extends Job<Data> {
  readonly name = 'assignments.complete-lessons';

  constructor(
    private readonly services: AppServices,
    private readonly grades: GradeRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  /** One transaction per learner: one for a whole class would hold all enrollments for long, in no fixed order. */
  async run({ assignment_id, user_ids }: Data): Promise<void> {
    const courses = this.services.of('courses');
    if (!courses) return;
    for (const user_id of await this.grades.passed(assignment_id, user_ids))
      await this.database.transaction(() => courses.completeByRef({ user_id, ref_id: assignment_id }));
  }
}

const BATCH = 200;

/** Completes the lessons of courses that require the assignment, after a passing grade is released. */
@AppProvider()
export class PassingService {
  constructor(
    private readonly jobs: JobsService,
    private readonly complete: CompleteLessons,
  ) {}

  async completeLessons(assignmentId: string, userIds: string[]): Promise<void> {
    for (let at = 0; at < userIds.length; at += BATCH)
      await this.jobs.enqueue(this.complete, {
        assignment_id: assignmentId,
        user_ids: userIds.slice(at, at + BATCH),
      });
  }
}
