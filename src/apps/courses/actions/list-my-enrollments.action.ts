import { IsIn, IsString } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { viewOf } from '../../kernel/rows/view.js';
import { CourseListRepository } from '../catalogue/course-list.repository.js';
import { CourseCard, CoursePresenter } from '../catalogue/course.presenter.js';
import { Enrollment } from '../enrollments/enrollment.entity.js';
import { type MineStatus, RosterRepository } from '../enrollments/roster.repository.js';
import { NextLessonsService } from '../progress/next-lessons.service.js';

class Input extends Page {
  @Optional() @IsIn(['active', 'completed', 'ended']) status?: MineStatus;
}

class NextLesson {
  @Uuid() id!: string;
  @IsString() title!: string;
}

class MyEnrollment extends viewOf(Enrollment, {
  without: ['owner_id', 'course_id', 'blocked', 'reminded_at', 'ending_notice_at', 'updated_at'],
}) {
  @Nested(() => CourseCard) course!: CourseCard;
  /** Null: all of it is done. */
  @Nullable() @Nested(() => NextLesson) next_lesson!: NextLesson | null;
  @IsString() source!: string;
}

class Result extends pageOf('enrollments', () => MyEnrollment) {}

@Action('list-my-enrollments', {
  access: 'authenticated',
  description: "The caller's courses, the most recently active first.",
  input: Input,
  result: Result,
})
export class ListMyEnrollments {
  constructor(
    private readonly roster: RosterRepository,
    private readonly nextLessons: NextLessonsService,
    private readonly courses: CourseListRepository,
    private readonly presenter: CoursePresenter,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { rows, next_cursor } = await this.roster.mine(caller.id, input.status, pageQuery(input));
    const [cards, next] = await Promise.all([
      this.courses.cards(rows.map(({ course_id }) => course_id)),
      this.nextLessons.of(rows),
    ]);
    const byId = new Map(cards.map((card) => [card.id, this.presenter.card(card)]));
    const enrollments = rows.map(({ course_id, ...enrollment }) => ({
      ...enrollment,
      course: byId.get(course_id) as CourseCard,
      next_lesson: next.get(enrollment.id) ?? null,
    }));
    return { enrollments, next_cursor };
  }
}
