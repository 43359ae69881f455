import { IsBoolean, IsIn, IsInt, IsNumber, IsString, Max, Min } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Nested, Nullable, Optional, Time, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { startingWith } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { PersonView } from '../../kernel/rows/person.js';
import { viewOf } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import { COURSE, type Course } from '../catalogue/course.entity.js';
import { Enrollment } from '../enrollments/enrollment.entity.js';
import { RosterRepository, type RosterSort } from '../enrollments/roster.repository.js';

class Input extends Page {
  @Uuid() course_id!: string;
  @Optional() @IsIn(['active', 'ended']) status?: string;
  @Optional() @IsBoolean() completed?: boolean;
  @Optional() @IsInt() @Min(1) @Max(365) inactive_days?: number;
  @Optional() @IsInt() @Min(0) @Max(100) min_progress?: number;
  @Optional() @IsInt() @Min(0) @Max(100) max_progress?: number;
  @Optional() @Chars(1, 100) query?: string;
  @Optional() @IsIn(['newest', 'progress', 'last_activity']) sort?: RosterSort;
}

class StudentView extends viewOf(Enrollment, {
  only: ['status', 'progress_percent', 'last_activity_at', 'completed_at', 'expires_at', 'blocked'],
}) {
  @Nested(() => PersonView) user!: PersonView;
  /** Of the grants that are live. */
  @IsString({ each: true }) sources!: string[];
  @Time() enrolled_at!: Date;
  /** Its title. */
  @Nullable() @IsString() last_lesson!: string | null;
  /** Less what was given back. */
  @IsNumber() paid!: number;
}

class Result extends pageOf('students', () => StudentView) {}

@Action('list-students', {
  access: 'owner',
  target: COURSE,
  description: 'Who learns in a course, how far they are, and who has stopped.',
  input: Input,
  result: Result,
})
export class ListStudents {
  constructor(private readonly roster: RosterRepository) {}

  async run({ input, target: course }: Call<Input, Course>) {
    const { course_id, cursor, limit, sort = 'newest', query, ...filters } = input;
    const name = query === undefined ? undefined : startingWith(query);
    const page = pageQuery({ cursor, limit });
    const { rows, next_cursor } = await this.roster.students(course_id, { ...filters, name }, sort, page);
    const students = rows.map((row) => {
      const { id: _, paid_minor, ...student } = row;
      return {
        ...student,
        paid: money(paid_minor, course.currency),
      };
    });
    return { students, next_cursor };
  }
}
