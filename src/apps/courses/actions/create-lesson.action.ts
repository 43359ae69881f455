import { Action, type Call } from '../../kernel/calls/action.js';
import type { Course } from '../catalogue/course.entity.js';
import { type CourseModule, MODULE } from '../curriculum/lesson.entity.js';
import { NewLesson } from '../curriculum/lesson.inputs.js';
import { LessonService, LessonView } from '../curriculum/lesson.service.js';
import { answerWith } from '../../../platform/http/answers.js';

class Input extends NewLesson {}

class Result extends answerWith('lesson', () => LessonView) {}

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
  constructor(private readonly lessons: LessonService) {}

  async run({ input, target, parent: course }: Call<Input, CourseModule, Course>) {
    return { lesson: await this.lessons.create(course, target, input) };
  }
}
