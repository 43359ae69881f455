import { Nested } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { LessonView } from '../courses.views.js';
import { ChangeLesson } from '../curriculum/change-lesson.js';
import { NewLesson } from '../curriculum/lesson.inputs.js';
import { LessonNews } from '../curriculum/lesson-news.js';
import type { CourseModule } from '../entities/course-module.entity.js';
import type { Course } from '../entities/course.entity.js';
import { MODULE } from '../targets.js';

class Input extends NewLesson {}

class Result {
  @Nested(() => LessonView) lesson!: LessonView;
}

@Action('create-lesson', {
  access: 'owner',
  target: MODULE,
  changes: true,
  description: 'Adds a lesson at the end of a module.',
  input: Input,
  result: Result,
  refuses: {
    400: ['This kind of lesson needs ref_id'],
    404: ['File not found', 'Quiz not found', 'Assignment not found', 'Live session not found'],
    409: ['This {kind} is already a lesson of the course', 'Lesson has no content yet', 'Lesson limit reached'],
  },
})
export class CreateLesson {
  constructor(
    private readonly change: ChangeLesson,
    private readonly news: LessonNews,
  ) {}

  async run({ input, target, parent: course }: Call<Input, CourseModule, Course>) {
    const lesson = await this.change.create(course, target, input);
    return { lesson: await this.news.show(lesson, { isTold: lesson.published && input.notify_students }) };
  }
}
