import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsString, Max, Min } from 'class-validator';
import { ListOf, Nullable, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { GrantAccessByHand } from '../access/grant-access-by-hand.js';
import { presentEnrollment } from '../courses.presenter.js';
import { EnrollmentView } from '../courses.views.js';
import type { Course } from '../entities/course.entity.js';
import { COURSE } from '../targets.js';

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
  constructor(private readonly byHand: GrantAccessByHand) {}

  async run({ input, caller, target: course }: Call<Input, Course>) {
    const { user_ids, access_days = null } = input;
    const { enrollments, skipped } = await this.byHand.run(course, caller.id, user_ids, access_days);
    return { enrollments: enrollments.map(presentEnrollment), skipped };
  }
}
