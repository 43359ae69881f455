import { Uuid } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { LessonService } from '../curriculum/lesson.service.js';
import { LAST_LESSON } from '../curriculum/curriculum-changes.service.js';
import type { Course } from '../catalogue/course.entity.js';
import { type Lesson, LESSON } from '../curriculum/lesson.entity.js';

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
  constructor(private readonly lessons: LessonService) {}

  async run({ target, parent: course }: Call<Input, Lesson, Course>) {
    if (target.removed_at) throw notFound('Lesson');
    await this.lessons.remove(course, [target.id]);
    return { message: 'Lesson deleted' };
  }
}
