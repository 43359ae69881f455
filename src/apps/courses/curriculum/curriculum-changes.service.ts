import { JobsService } from '../../../jobs/jobs.service.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { EnrollmentRepository } from '../enrollments/enrollment.repository.js';
import { RecountProgress } from '../jobs/recount-progress.job.js';

/** Of every action that can take a lesson out of a course. */
export const LAST_LESSON = 'A published course needs a lesson';

/** What follows from every change of a curriculum: its version, its sums, and the progress of every student. */
@AppProvider()
export class CurriculumChangesService {
  constructor(
    private readonly courses: CourseRepository,
    private readonly enrollments: EnrollmentRepository,
    private readonly jobs: JobsService,
    private readonly recountProgress: RecountProgress,
  ) {}

  /** Returns the new version. */
  async record(courseId: string): Promise<number> {
    const { version, is_emptied } = await this.courses.changeCurriculum(courseId);
    if (is_emptied) throw new Refusal(409, LAST_LESSON);
    await this.recount(courseId);
    return version;
  }

  async recount(course_id: string): Promise<void> {
    if (await this.enrollments.exists({ course_id })) await this.jobs.enqueue(this.recountProgress, { course_id });
  }
}
