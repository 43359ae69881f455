import { Nested, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ChangeCourse } from '../catalogue/change-course.js';
import { CourseOptions } from '../catalogue/course.inputs.js';
import { CoursesPresenter } from '../courses.presenter.js';
import { CourseView } from '../courses.views.js';
import { CurriculumChanges } from '../curriculum/curriculum-changes.js';
import type { Course } from '../entities/course.entity.js';
import { COURSE } from '../targets.js';

class Input extends CourseOptions {
  @Uuid() course_id!: string;
}

class Result {
  @Nested(() => CourseView) course!: CourseView;
}

@Action('update-course', {
  access: 'owner',
  target: COURSE,
  changes: true,
  description: 'Changes what is given; price and access days count for new enrollments.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      'Price must be 0 or at least {least}',
      'Prerequisites form a loop',
      'enrollment_closes_at must be after enrollment_opens_at',
    ],
    404: ['Category not found', 'File not found'],
    409: ['Seats cannot be fewer than {n} taken', 'Currency is fixed after the first sale', 'Course is archived'],
  },
})
export class UpdateCourse {
  constructor(
    private readonly change: ChangeCourse,
    private readonly changes: CurriculumChanges,
    private readonly presenter: CoursesPresenter,
  ) {}

  async run({ input, target }: Call<Input, Course>) {
    const course = await this.change.update(target, input);
    if (course.completion_percent !== target.completion_percent) await this.changes.recounted(course.id);
    return { course: this.presenter.course(course) };
  }
}
