import { AppProvider } from '../../kernel/app-provider.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { EnrollmentRepository } from '../access/enrollment.repository.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { RecountProgress } from '../jobs/recount-progress.job.js';

/** Of every action that can take a lesson out of a course. */
export const LAST_LESSON = 'A published course needs a lesson';

/** What follows from every change of a curriculum: its version, its sums, and everybody's percentage. */
@AppProvider()
export class CurriculumChanges {
  constructor(
    private readonly courses: CourseRepository,
    private readonly enrollments: EnrollmentRepository,
    private readonly jobs: JobsService,
    private readonly recount: RecountProgress,
  ) {}

  /** Answers the new version. */
  async made(courseId: string): Promise<number> {
    const { version, is_emptied } = await this.courses.curriculumChanged(courseId);
    if (is_emptied) throw new Refusal(409, LAST_LESSON);
    await this.recounted(courseId);
    return version;
  }

  async recounted(courseId: string): Promise<void> {
    if (await this.enrollments.haveBegun(courseId)) await this.jobs.enqueue(this.recount, { course_id: courseId });
  }
}
