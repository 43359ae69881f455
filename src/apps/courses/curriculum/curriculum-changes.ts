import { Injectable } from '@nestjs/common';
import { Jobs } from '../../../jobs/jobs.js';
import { EnrollmentRepository } from '../access/enrollment.repository.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { RecountProgress } from '../jobs/recount-progress.job.js';

/** What follows from every change of a curriculum: its version, its sums, and everybody's percentage. */
@Injectable()
export class CurriculumChanges {
  constructor(
    private readonly courses: CourseRepository,
    private readonly enrollments: EnrollmentRepository,
    private readonly jobs: Jobs,
    private readonly recount: RecountProgress,
  ) {}

  /** Answers the new version. */
  async made(courseId: string): Promise<number> {
    const version = await this.courses.curriculumChanged(courseId);
    await this.recounted(courseId);
    return version;
  }

  async recounted(courseId: string): Promise<void> {
    if (await this.enrollments.haveBegun(courseId))
      await this.jobs.enqueue(this.recount, { course_id: courseId });
  }
}
