import { IsBoolean } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { COURSE, type Course } from '../catalogue/course.entity.js';
import { CourseNotificationsService } from '../course-notifications.service.js';
import { AccessService } from '../enrollments/access.service.js';
import { EnrollmentRepository } from '../enrollments/enrollment.repository.js';
import { EnrollmentView, presentEnrollment } from '../enrollments/enrollment.views.js';

class Input {
  @Uuid() course_id!: string;
  @Uuid() user_id!: string;
  @Optional() @IsBoolean() block?: boolean;
  @Optional() @Written(0, 500) reason?: string;
}

class Result extends answerWith('enrollment', () => EnrollmentView) {}

@Action('revoke-access', {
  access: 'owner',
  target: COURSE,
  changes: true,
  description: "Ends a student's access and keeps the progress for a later return. No money moves.",
  input: Input,
  result: Result,
  refuses: { 404: ['Enrollment not found'], 409: ['Access has already ended'] },
})
export class RevokeAccess {
  constructor(
    private readonly access: AccessService,
    private readonly enrollments: EnrollmentRepository,
    private readonly notifications: CourseNotificationsService,
  ) {}

  async run({ input, target: course }: Call<Input, Course>) {
    const { user_id, block = false, reason = null } = input;
    const { enrollment } = await this.access.current(course, user_id);
    if (!enrollment) throw notFound('Enrollment');
    if (enrollment.status !== 'active') throw new Refusal(409, 'Access has already ended');
    const ended = await this.access.revokeAll(enrollment, reason);
    if (block) await this.enrollments.update({ id: ended.id }, { blocked: true, updated_at: NOW });
    this.notifications.notifyAccessEnded(course, [user_id], reason);
    return { enrollment: presentEnrollment({ ...ended, blocked: block || ended.blocked }) };
  }
}
