import { AppProvider } from '../../kernel/app-provider.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { money, priceMinor } from '../../kernel/selling/prices.js';
import { LessonFiles } from '../curriculum/lesson-files.js';
import { type Course, teacherOf } from '../entities/course.entity.js';
import { CouponRepository } from '../sales/coupon.repository.js';
import type { CourseFields, CourseOptions } from './course.inputs.js';
import { type CourseChanges, CourseRepository } from './course.repository.js';

const OPEN_COURSES = 200;

/** A course is made and changed by the same rules. */
@AppProvider()
export class ChangeCourse {
  constructor(
    private readonly courses: CourseRepository,
    private readonly lessonFiles: LessonFiles,
    private readonly coupons: CouponRepository,
  ) {}

  async create(ownerId: string, fields: CourseFields & { title: string }, currency: string): Promise<Course> {
    const values = valuesOf(fields, { price_minor: 0, currency: currency.toLowerCase() });
    await this.checkCategory(fields);
    await this.courses.lockOwner(ownerId);
    if ((await this.courses.countOpen(ownerId)) >= OPEN_COURSES) throw new Refusal(409, 'Course limit reached');
    return this.courses.insert(ownerId, values);
  }

  async update(course: Course, fields: CourseFields & CourseOptions): Promise<Course> {
    const values = { ...valuesOf(fields, course), ...optionsOf(fields) };
    const opens = values.enrollment_opens_at ?? course.enrollment_opens_at;
    const closes = values.enrollment_closes_at ?? course.enrollment_closes_at;
    const hasBoth = values.enrollment_opens_at !== null && values.enrollment_closes_at !== null;
    if (hasBoth && opens && closes && closes <= opens)
      throw new Refusal(400, 'enrollment_closes_at must be after enrollment_opens_at');
    await this.checkCategory(fields);
    await this.checkPrerequisites(course, fields.prerequisite_course_ids);
    if (course.status === 'archived') throw new Refusal(409, 'Course is archived');
    const { seats_taken } = course;
    if (values.max_students && values.max_students < seats_taken)
      throw new Refusal(409, `Seats cannot be fewer than ${seats_taken} taken`);
    if (values.currency !== course.currency) await this.changeCurrency(course, values.currency);
    await this.changeCover(course, values.cover_file_id);
    return this.courses.update(course.id, values);
  }

  private async changeCurrency({ id, currency: before }: Course, currency: string): Promise<void> {
    if (await this.courses.isSold(id)) throw new Refusal(409, 'Currency is fixed after the first sale');
    await this.coupons.changeCurrency(id, before, currency);
  }

  private async checkCategory({ category_id }: CourseFields): Promise<void> {
    if (category_id && !(await this.courses.isCategory(category_id))) throw notFound('Category');
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

/** A price stays what it says when only its currency changes. */
function valuesOf(
  { price, tags, ...fields }: CourseFields & Partial<CourseOptions>,
  before: Pick<Course, 'price_minor' | 'currency'>,
): CourseChanges & { currency: string } {
  const currency = fields.currency?.toLowerCase() ?? before.currency;
  const { title, subtitle, description, language, level, category_id } = fields;
  return {
    ...given({ title, subtitle, description, language, level, category_id }),
    ...(tags && { tags: [...new Set(tags)] }),
    price_minor: priceMinor(price ?? money(before.price_minor, before.currency), currency),
    currency,
  };
}

function optionsOf({ enrollment_opens_at, enrollment_closes_at, ...options }: CourseOptions): CourseChanges {
  const { cover_file_id, max_students, access_days, sequential, completion_percent } = options;
  const { prerequisite_course_ids, comments_enabled, certificate_template_id } = options;
  return given({
    cover_file_id,
    max_students,
    access_days,
    sequential,
    completion_percent,
    comments_enabled,
    certificate_template_id,
    prerequisite_course_ids: prerequisite_course_ids && [...new Set(prerequisite_course_ids)],
    enrollment_opens_at: moment(enrollment_opens_at),
    enrollment_closes_at: moment(enrollment_closes_at),
  });
}

const moment = (text: string | null | undefined) => (text ? new Date(text) : (text as null | undefined));

const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
