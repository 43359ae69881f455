import { Nested, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { LessonView } from '../courses.views.js';
import { ChangeLesson } from '../curriculum/change-lesson.js';
import { LAST_LESSON } from '../curriculum/curriculum-changes.js';
import { ChangedLesson } from '../curriculum/lesson.inputs.js';
import { LessonNews } from '../curriculum/lesson-news.js';
import type { Course } from '../entities/course.entity.js';
import type { Lesson } from '../entities/lesson.entity.js';
import { LESSON } from '../targets.js';

class Input extends ChangedLesson {
  @Uuid() lesson_id!: string;
}

class Result {
  @Nested(() => LessonView) lesson!: LessonView;
}

@Action('update-lesson', {
  access: 'owner',
  target: LESSON,
  changes: true,
  description: 'Changes what is given; what is published no more leaves the progress, and what was done stays.',
  input: Input,
  result: Result,
  refuses: {
    400: ['This kind of lesson needs ref_id'],
    404: ['File not found', 'Quiz not found', 'Assignment not found', 'Live session not found'],
    409: ['This {kind} is already a lesson of the course', 'Lesson has no content yet', LAST_LESSON],
  },
})
export class UpdateLesson {
  constructor(
    private readonly change: ChangeLesson,
    private readonly news: LessonNews,
  ) {}

  async run({ input, target, parent: course }: Call<Input, Lesson, Course>) {
    const { lesson_id: _, ...fields } = input;
    const lesson = await this.change.update(course, target, fields);
    return { lesson: await this.news.show(lesson, { isTold: lesson.published && input.notify_students }) };
  }
}
