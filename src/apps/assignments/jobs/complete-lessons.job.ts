import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppServices } from '../../contracts/app-services.js';
import { GradeRepository } from '../grading/grade.repository.js';

interface Data {
  assignment_id: string;
  user_ids: string[];
}

/** Where the assignment is a lesson of a course, it is done for those who have passed. */
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
