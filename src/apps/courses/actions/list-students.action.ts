import { IsBoolean, IsIn, IsInt, IsNumber, IsString, Max, Min } from 'class-validator';
import { Chars, ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { RosterRepository, type RosterSort } from '../access/roster.repository.js';
import { money } from '../../kernel/selling/prices.js';
import { PersonView } from '../../kernel/rows/person.js';
import type { Course } from '../entities/course.entity.js';
import { COURSE } from '../targets.js';

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

class StudentView {
  @Nested(() => PersonView) user!: PersonView;
  @IsIn(['active', 'ended']) status!: string;
  /** Of the grants that are live. */
  @IsString({ each: true }) sources!: string[];
  @Time() enrolled_at!: Date;
  @IsInt() progress_percent!: number;
  /** Its title. */
  @Nullable() @IsString() last_lesson!: string | null;
  @Nullable() @Time() last_activity_at!: Date | null;
  @Nullable() @Time() completed_at!: Date | null;
  @Nullable() @Time() expires_at!: Date | null;
  @IsBoolean() blocked!: boolean;
  /** Less what was given back. */
  @IsNumber() paid!: number;
}

class Result {
  @ListOf(() => StudentView) students!: StudentView[];
  @Nullable() @IsString() next_cursor!: string | null;
}

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
    const asked = { ...filters, query: query === undefined ? undefined : beginning(query) };
    const { rows, next_cursor } = await this.roster.students(course_id, asked, sort, pageQuery({ cursor, limit }));
    const students = rows.map((row) => {
      const { id: _, key: __, paid_minor, ...student } = row;
      return { ...student, paid: money(paid_minor, course.currency) };
    });
    return { students, next_cursor };
  }
}

const beginning = (name: string) => `${name.replace(/[\\%_]/g, '\\$&')}%`;
