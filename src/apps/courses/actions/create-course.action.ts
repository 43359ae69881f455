import { answerWith } from '../../../platform/http/answers.js';
import { Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { columnsOf, CourseFields } from '../catalogue/course.inputs.js';
import { CoursePresenter, CourseView } from '../catalogue/course.presenter.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { CoursesSettings } from '../courses.settings.js';

const MOST_OPEN = 200;

class Input extends CourseFields {
  @Written(1, 200) title!: string;
}

class Result extends answerWith('course', () => CourseView) {}

@Action('create-course', {
  access: 'authenticated',
  changes: true,
  about: 'course',
  description: 'Makes a draft of a course.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Price must be 0 or at least {least}'],
    404: ['Category not found'],
    409: ['Course limit reached'],
  },
})
export class CreateCourse {
  constructor(
    private readonly courses: CourseRepository,
    private readonly settings: AppSettings,
    private readonly presenter: CoursePresenter,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { default_currency } = await this.settings.of(CoursesSettings, caller.id);
    const columns = columnsOf(input, { price_minor: 0, currency: default_currency.toLowerCase() });
    await this.courses.expectCategory(input.category_id);
    await this.courses.lockOwner(caller.id);
    if ((await this.courses.countOpen(caller.id)) >= MOST_OPEN) throw new Refusal(409, 'Course limit reached');
    const course = await this.courses.insert({ ...columns, owner_id: caller.id });
    return { course: this.presenter.course(course) };
  }
}
