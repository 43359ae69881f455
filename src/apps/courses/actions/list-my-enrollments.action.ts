import { IsIn, IsInt, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { type MineStatus, RosterRepository } from '../access/roster.repository.js';
import { NextLessons } from '../learning/next-lessons.js';
import { CourseListRepository } from '../catalogue/course-list.repository.js';
import { CoursesPresenter } from '../courses.presenter.js';
import { CourseCard } from '../courses.views.js';

class Input extends Page {
  @Optional() @IsIn(['active', 'completed', 'ended']) status?: Exclude<MineStatus, 'all'>;
}

class NextLesson {
  @Uuid() id!: string;
  @IsString() title!: string;
}

class MyEnrollment {
  @Uuid() id!: string;
  @Nested(() => CourseCard) course!: CourseCard;
  @IsIn(['active', 'ended']) status!: string;
  @IsInt() progress_percent!: number;
  /** Null: all of it is done. */
  @Nullable() @Nested(() => NextLesson) next_lesson!: NextLesson | null;
  @Nullable() @Uuid() last_lesson_id!: string | null;
  @Nullable() @Time() last_activity_at!: Date | null;
  @Nullable() @Time() expires_at!: Date | null;
  @Nullable() @Time() completed_at!: Date | null;
  @IsString() source!: string;
  @Time() created_at!: Date;
}

class Result {
  @ListOf(() => MyEnrollment) enrollments!: MyEnrollment[];
  @Nullable() @IsString() next_cursor!: string | null;
}

@Action('list-my-enrollments', {
  access: 'authenticated',
  description: "The caller's courses, the most recently active first.",
  input: Input,
  result: Result,
})
export class ListMyEnrollments {
  constructor(
    private readonly roster: RosterRepository,
    private readonly next: NextLessons,
    private readonly courses: CourseListRepository,
    private readonly presenter: CoursesPresenter,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { rows, next_cursor } = await this.roster.mine(caller.id, input.status ?? 'all', pageQuery(input));
    const [cards, next] = await Promise.all([
      this.courses.cards(rows.map(({ course_id }) => course_id)),
      this.next.of(rows),
    ]);
    const byId = new Map(cards.map((card) => [card.id, this.presenter.card(card)]));
    const enrollments = rows.map((row) => {
      const { key: _, course_id, ...enrollment } = row;
      const next_lesson = next.get(enrollment.id) ?? null;
      return { ...enrollment, course: byId.get(course_id) as CourseCard, next_lesson };
    });
    return { enrollments, next_cursor };
  }
}
