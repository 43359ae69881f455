import { ArrayMaxSize, IsArray, IsBoolean, IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Instant, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { COURSE, type Course, teacherOf } from '../catalogue/course.entity.js';
import { columnsOf, CourseFields } from '../catalogue/course.inputs.js';
import { CoursePresenter, CourseView } from '../catalogue/course.presenter.js';
import { CourseRepository } from '../catalogue/course.repository.js';
import { CurriculumChangesService } from '../curriculum/curriculum-changes.service.js';
import { LessonFilesService } from '../curriculum/lesson-files.service.js';
import { CouponRepository } from '../orders/coupon.repository.js';

class Input extends CourseFields {
  @Uuid() course_id!: string;
  @Optional() @Written(1, 200) title?: string;
  @Optional() @Nullable() @Uuid() cover_file_id?: string | null;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(100_000) max_students?: number | null;
  @Optional() @Nullable() @Instant() enrollment_opens_at?: string | null;
  @Optional() @Nullable() @Instant() enrollment_closes_at?: string | null;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(3650) access_days?: number | null;
  @Optional() @IsBoolean() sequential?: boolean;
  @Optional() @IsInt() @Min(1) @Max(100) completion_percent?: number;
  @Optional() @IsArray() @ArrayMaxSize(5) @Uuid({ each: true }) prerequisite_course_ids?: string[];
  @Optional() @IsBoolean() comments_enabled?: boolean;
  @Optional() @Nullable() @Uuid() certificate_template_id?: string | null;
}

class Result extends answerWith('course', () => CourseView) {}

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
    private readonly courses: CourseRepository,
    private readonly lessonFiles: LessonFilesService,
    private readonly coupons: CouponRepository,
    private readonly curriculumChanges: CurriculumChangesService,
    private readonly presenter: CoursePresenter,
  ) {}

  async run({ input, target: before }: Call<Input, Course>) {
    const { course_id, prerequisite_course_ids: prerequisites, ...fields } = input;
    const opens = momentOf(fields.enrollment_opens_at);
    const closes = momentOf(fields.enrollment_closes_at);
    const columns = columnsOf({ ...fields, enrollment_opens_at: opens, enrollment_closes_at: closes }, before);
    expectOrder(
      opens === undefined ? before.enrollment_opens_at : opens,
      closes === undefined ? before.enrollment_closes_at : closes,
    );
    await this.courses.expectCategory(input.category_id);
    await this.checkPrerequisites(before, prerequisites);
    if (before.status === 'archived') throw new Refusal(409, 'Course is archived');
    if (columns.max_students && columns.max_students < before.seats_taken)
      throw new Refusal(409, `Seats cannot be fewer than ${before.seats_taken} taken`);
    if (columns.currency !== before.currency) await this.changeCurrency(before, columns.currency);
    await this.changeCover(before, columns.cover_file_id);
    const prerequisite_course_ids = prerequisites && [...new Set(prerequisites)];
    const course = await this.courses.change(course_id, { ...columns, prerequisite_course_ids });
    if (course.completion_percent !== before.completion_percent) await this.curriculumChanges.recount(course.id);
    return { course: this.presenter.course(course) };
  }

  private async changeCurrency({ id, currency: before }: Course, currency: string): Promise<void> {
    if (await this.courses.isSold(id)) throw new Refusal(409, 'Currency is fixed after the first sale');
    await this.coupons.changeCurrency(id, before, currency);
  }

  private async checkPrerequisites(course: Course, ids: string[] | undefined): Promise<void> {
    if (!ids?.length) return;
    const teacher = teacherOf(course);
    await this.courses.lockOwner(teacher);
    if (!(await this.courses.ownsAll(ids, teacher))) throw notFound('Course');
    if (await this.courses.leadTo(ids, course.id)) throw new Refusal(400, 'Prerequisites form a loop');
  }

  private async changeCover(course: Course, fileId: string | null | undefined): Promise<void> {
    if (fileId === undefined || fileId === course.cover_file_id) return;
    if (fileId) await this.lessonFiles.takeCover(course, fileId);
    if (course.cover_file_id) await this.lessonFiles.drop([course.cover_file_id]);
  }
}

const momentOf = (text: string | null | undefined) => (text ? new Date(text) : (text as null | undefined));

function expectOrder(opens: Date | null, closes: Date | null): void {
  if (opens && closes && closes <= opens)
    throw new Refusal(400, 'enrollment_closes_at must be after enrollment_opens_at');
}
