import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppServices } from '../../contracts/app-services.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { LearningRepository } from '../learning/learning.repository.js';

/** For who has completed a course that has a certificate: asked of the app that keeps them, which gives one and no second. */
@AppProvider()
export class IssueCertificate extends Job<{ enrollment_id: string }> {
  readonly name = 'courses.issue-certificate';

  constructor(
    private readonly services: AppServices,
    private readonly learning: LearningRepository,
    private readonly courses: CourseRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ enrollment_id }: { enrollment_id: string }): Promise<void> {
    const certificates = this.services.of('certificates');
    const enrollment = await this.learning.enrollment(enrollment_id);
    const course = enrollment && (await this.courses.find(enrollment.course_id));
    const template_id = course?.certificate_template_id;
    const owner_id = course?.owner_id;
    if (!certificates || !template_id || !owner_id || !enrollment.completed_at) return;
    await this.database.transaction(() =>
      certificates.issue({
        owner_id,
        template_id,
        user_id: enrollment.owner_id,
        course_id: course.id,
        title: course.title,
        external_ref: enrollment.id,
      }),
    );
  }
}
