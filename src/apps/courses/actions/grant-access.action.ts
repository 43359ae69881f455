import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsString, Max, Min } from 'class-validator';
import { ListOf, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { COURSE, type Course, teacherOf } from '../catalogue/course.entity.js';
import { CourseNotificationsService } from '../course-notifications.service.js';
import { AccessService } from '../enrollments/access.service.js';
import type { Enrollment } from '../enrollments/enrollment.entity.js';
import { EnrollmentRepository, GrantRepository } from '../enrollments/enrollment.repository.js';
import { EnrollmentView, presentEnrollment } from '../enrollments/enrollment.views.js';

class Input {
  @Uuid() course_id!: string;
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(100) @Uuid({ each: true }) user_ids!: string[];
  @Optional() @Nullable() @IsInt() @Min(1) @Max(3650) access_days?: number | null;
}

class SkippedUser {
  @Uuid() user_id!: string;
  @IsString() reason!: string;
}

class Result {
  @ListOf(() => EnrollmentView) enrollments!: EnrollmentView[];
  @ListOf(() => SkippedUser) skipped!: SkippedUser[];
}

@Action('grant-access', {
  access: 'owner',
  target: COURSE,
  changes: true,
  description: 'Free access by hand, whatever seats, dates and prerequisites say.',
  input: Input,
  result: Result,
})
export class GrantAccess {
  constructor(
    private readonly access: AccessService,
    private readonly enrollments: EnrollmentRepository,
    private readonly grants: GrantRepository,
    private readonly notifications: CourseNotificationsService,
  ) {}

  async run({ input: { user_ids, access_days: days = null }, caller, target: course }: Call<Input, Course>) {
    const asked = [...new Set(user_ids)];
    const known = await this.grants.knownUsers(asked);
    const forGood = (await this.grants.usersForGood(course.id, asked)).add(teacherOf(course));
    const skipped = asked.flatMap((user_id) => {
      if (!known.has(user_id)) return [{ user_id, reason: 'User not found' }];
      return forGood.has(user_id) ? [{ user_id, reason: 'Already has access for good' }] : [];
    });
    await this.enrollments.unblock(course.id, asked);
    const users = asked.filter((id) => known.has(id) && !forGood.has(id));
    const grant = { source: 'teacher', source_id: null, days, extends: true } as const;
    const granted = users.length ? await this.access.grant(course, users, grant) : [];
    this.notifications.notifyEnrolled(course, users, caller.id);
    const byUser = new Map(granted.map((enrollment) => [enrollment.owner_id, enrollment]));
    return { enrollments: users.map((id) => presentEnrollment(byUser.get(id) as Enrollment)), skipped };
  }
}
