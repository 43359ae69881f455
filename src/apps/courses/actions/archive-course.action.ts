import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { CoursePresenter, CourseView } from '../catalogue/course.presenter.js';
import { type Course, COURSE } from '../catalogue/course.entity.js';

class Input {
  @Uuid() course_id!: string;
}

class Result extends answerWith('course', () => CourseView) {}

@Action('archive-course', {
  access: 'owner',
  target: COURSE,
  changes: true,
  description: 'Listed and sold no more; students keep what they have, and open checkouts are honoured.',
  input: Input,
  result: Result,
  refuses: { 409: ['Course is already archived'] },
})
export class ArchiveCourse {
  constructor(
    private readonly courses: CourseRepository,
    private readonly presenter: CoursePresenter,
  ) {}

  async run({ target }: Call<Input, Course>) {
    if (target.status === 'archived') throw new Refusal(409, 'Course is already archived');
    return { course: this.presenter.course(await this.courses.change(target.id, { status: 'archived' })) };
  }
}
