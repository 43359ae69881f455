import { IsBoolean } from 'class-validator';
import { Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { CourseAccess } from '../access/access.js';
import { EnrollmentRepository } from '../access/enrollment.repository.js';
import { CourseNews } from '../course-news.js';
import { presentEnrollment } from '../courses.presenter.js';
import { EnrollmentView } from '../courses.views.js';
import type { Course } from '../entities/course.entity.js';
import { COURSE } from '../targets.js';

class Input {
  @Uuid() course_id!: string;
  @Uuid() user_id!: string;
  @Optional() @IsBoolean() block?: boolean;
  @Optional() @Written(0, 500) reason?: string;
}

class Result {
  @Nested(() => EnrollmentView) enrollment!: EnrollmentView;
}

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
    private readonly access: CourseAccess,
    private readonly enrollments: EnrollmentRepository,
    private readonly news: CourseNews,
  ) {}

  async run({ input, target: course }: Call<Input, Course>) {
    const { user_id, block = false, reason = null } = input;
    const { enrollment } = await this.access.standing(course, user_id);
    if (!enrollment) throw notFound('Enrollment');
    if (enrollment.status !== 'active') throw new Refusal(409, 'Access has already ended');
    const ended = await this.access.revokeAll(course, enrollment, reason);
    if (block) await this.enrollments.shutOut(ended.id);
    this.news.accessEnded(course, [user_id], reason);
    return { enrollment: presentEnrollment({ ...ended, blocked: block || ended.blocked }) };
  }
}
