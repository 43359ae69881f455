import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppServices } from '../../contracts/app-services.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { EnrollmentRepository } from '../enrollments/enrollment.repository.js';

/** Issues the certificate of a completed course. The app of certificates issues no second one for an enrollment. */
@AppProvider()
export class IssueCertificate extends Job<{ enrollment_id: string }> {
  readonly name = 'courses.issue-certificate';

  constructor(
    private readonly services: AppServices,
    private readonly enrollments: EnrollmentRepository,
    private readonly courses: CourseRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ enrollment_id }: { enrollment_id: string }): Promise<void> {
    const certificates = this.services.of('certificates');
    const enrollment = await this.enrollments.findOne({ id: enrollment_id });
    const course = enrollment && (await this.courses.findOne({ id: enrollment.course_id }));
    if (!certificates || !enrollment?.completed_at || !course?.owner_id || !course.certificate_template_id) return;
    const { certificate_template_id: template_id, owner_id } = course;
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
