import { Action, type Call } from '../../kernel/calls/action.js';
import type { Course } from '../catalogue/course.entity.js';
import { LAST_LESSON } from '../curriculum/curriculum-changes.service.js';
import { type Lesson, LESSON } from '../curriculum/lesson.entity.js';
import { ChangedLesson } from '../curriculum/lesson.inputs.js';
import { LessonService, LessonView } from '../curriculum/lesson.service.js';
import { answerWith } from '../../../platform/http/answers.js';

class Input extends ChangedLesson {}

class Result extends answerWith('lesson', () => LessonView) {}

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
  constructor(private readonly lessons: LessonService) {}

  async run({ input, target, parent: course }: Call<Input, Lesson, Course>) {
    return { lesson: await this.lessons.update(course, target, input) };
  }
}
