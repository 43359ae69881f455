import { Nested, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { EnrollmentRepository } from '../access/enrollment.repository.js';
import type { Course } from '../entities/course.entity.js';
import { isTaughtBy, Opening } from '../learning/opening.js';
import { modulesOf, ProgressView } from '../learning/progress.views.js';
import { COURSE } from '../targets.js';

class Input {
  @Uuid() course_id!: string;
  @Optional() @Uuid() user_id?: string;
}

class Result {
  @Nested(() => ProgressView) progress!: ProgressView;
}

@Action('get-progress', {
  access: 'authenticated',
  target: COURSE,
  description: 'How far the caller has come, or one of the students of who teaches; and what is locked until when.',
  input: Input,
  result: Result,
  refuses: { 404: ['Enrollment not found'] },
})
export class GetProgress {
  constructor(
    private readonly enrollments: EnrollmentRepository,
    private readonly opening: Opening,
  ) {}

  async run({ input: { user_id }, caller, target: course }: Call<Input, Course>) {
    const student = user_id ?? caller.id;
    if (student !== caller.id && !isTaughtBy(course, caller)) throw notFound('Enrollment');
    const enrollment = await this.enrollments.find(course.id, student);
    if (!enrollment) throw notFound('Enrollment');
    const path = await this.opening.path(course, enrollment.id);
    const { done, total } = path.required;
    return {
      progress: {
        course_id: course.id,
        user_id: student,
        percent: total ? Math.floor((done * 100) / total) : 0,
        required_done: done,
        required_total: total,
        completed_at: enrollment.completed_at,
        next_lesson_id: path.next?.id ?? null,
        modules: modulesOf(path),
      },
    };
  }
}
