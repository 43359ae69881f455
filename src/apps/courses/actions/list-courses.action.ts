import { IsBoolean, IsIn, Matches } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { COURSE_STATUSES, LEVELS } from '../catalogue/course.entity.js';
import { LANGUAGE } from '../catalogue/course.inputs.js';
import { CourseCard, CoursePresenter } from '../catalogue/course.presenter.js';
import { CourseListRepository, type CourseSort } from '../catalogue/course-list.repository.js';

class Input extends Page {
  @Optional() @Chars(1, 100) query?: string;
  @Optional() @Uuid() category_id?: string;
  @Optional() @Chars(1, 30) tag?: string;
  @Optional() @IsIn(LEVELS) level?: string;
  @Optional() @Matches(LANGUAGE) language?: string;
  @Optional() @IsBoolean() free?: boolean;
  @Optional() @Uuid() owner_id?: string;
  @Optional() @IsIn(COURSE_STATUSES) status?: string;
  @Optional() @IsIn(['newest', 'popular', 'rating']) sort?: CourseSort;
}

class Result extends pageOf('courses', () => CourseCard) {}

@Action('list-courses', {
  access: 'public',
  description: 'Cards of published courses; in other states, of the own ones alone.',
  input: Input,
  result: Result,
})
export class ListCourses {
  constructor(
    private readonly courses: CourseListRepository,
    private readonly presenter: CoursePresenter,
  ) {}

  async run({ input, caller }: PublicCall<Input>) {
    const { cursor, limit, status = 'published', sort = 'newest', ...filters } = input;
    const isOwn = caller !== undefined && (filters.owner_id ?? caller.id) === caller.id;
    if (status !== 'published' && !isOwn) return { courses: [], next_cursor: null };
    if (status !== 'published') filters.owner_id = caller?.id;
    const { rows, next_cursor } = await this.courses.list(filters, status, sort, pageQuery({ cursor, limit }));
    return { courses: rows.map((row) => this.presenter.card(row)), next_cursor };
  }
}
