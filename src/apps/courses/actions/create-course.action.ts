import { Nested, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { ChangeCourse } from '../catalogue/change-course.js';
import { CourseFields } from '../catalogue/course.inputs.js';
import { CoursesPresenter } from '../courses.presenter.js';
import { CoursesSettings } from '../courses.settings.js';
import { CourseView } from '../courses.views.js';

class Input extends CourseFields {
  @Written(1, 200) title!: string;
}

class Result {
  @Nested(() => CourseView) course!: CourseView;
}

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
    private readonly change: ChangeCourse,
    private readonly settings: AppSettings,
    private readonly presenter: CoursesPresenter,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { default_currency } = await this.settings.of(CoursesSettings, caller.id);
    return { course: this.presenter.course(await this.change.create(caller.id, input, default_currency)) };
  }
}
