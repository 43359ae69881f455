import { Uuid } from '../../../platform/http/input/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../courses.views.js';
import { ChangeLesson } from '../curriculum/change-lesson.js';
import { LAST_LESSON } from '../curriculum/curriculum-changes.js';
import type { Course } from '../entities/course.entity.js';
import type { Lesson } from '../entities/lesson.entity.js';
import { LESSON } from '../targets.js';

class Input {
  @Uuid() lesson_id!: string;
}

@Action('delete-lesson', {
  access: 'owner',
  target: LESSON,
  changes: true,
  description: 'Takes a lesson out of the curriculum; what students have done in it is kept.',
  input: Input,
  result: MessageResult,
  refuses: { 409: [LAST_LESSON] },
})
export class DeleteLesson {
  constructor(private readonly change: ChangeLesson) {}

  async run({ target, parent: course }: Call<Input, Lesson, Course>) {
    if (target.removed_at) throw notFound('Lesson');
    await this.change.remove(course, [target.id]);
    return { message: 'Lesson deleted' };
  }
}
