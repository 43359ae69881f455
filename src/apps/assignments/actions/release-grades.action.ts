import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsInt } from 'class-validator';
import { ArrayUnique, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AssignmentNotificationsService } from '../assignment-notifications.service.js';
import { ASSIGNMENT, type Assignment } from '../entities/assignment.entity.js';
import { GradeRepository } from '../grading/grade.repository.js';
import { PassingService } from '../jobs/complete-lessons.job.js';
import { expectWritable } from '../assignments/assignment.policy.js';

class Input {
  @Uuid() assignment_id!: string;
  /** Without them: all that are graded. */
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(2000)
  @ArrayUnique()
  @Uuid({ each: true })
  submission_ids?: string[];
  @Optional() @IsBoolean() hide?: boolean;
}

class Result {
  @IsInt() released!: number;
  @IsInt() hidden!: number;
  /** What is still to be graded. */
  @IsInt() ungraded!: number;
}

@Action('release-grades', {
  access: 'owner',
  target: ASSIGNMENT,
  changes: true,
  description: 'Shows learners their grades, or takes them back.',
  input: Input,
  result: Result,
  refuses: { 404: ['Submission not found'], 409: ['Assignment is archived'] },
})
export class ReleaseGrades {
  constructor(
    private readonly grades: GradeRepository,
    private readonly passing: PassingService,
    private readonly notifications: AssignmentNotificationsService,
  ) {}

  async run({ input, target: assignment }: Call<Input, Assignment>) {
    expectWritable(assignment);
    const { id } = assignment;
    const ids = input.submission_ids ?? null;
    if (ids && !(await this.grades.areKnown(id, ids))) throw notFound('Submission');
    const hidden = input.hide ? await this.grades.hide(id, ids) : 0;
    const released = input.hide ? [] : await this.grades.release(id, ids);
    const there = released.filter(({ is_there }) => is_there);
    this.notifications.graded(
      assignment,
      there.map(({ owner_id }) => owner_id),
    );
    const passed = released.filter(({ is_pass }) => is_pass).map(({ owner_id }) => owner_id);
    await this.passing.completeLessons(id, [...new Set(passed)]);
    return { released: released.length, hidden, ungraded: await this.grades.ungraded(id) };
  }
}
