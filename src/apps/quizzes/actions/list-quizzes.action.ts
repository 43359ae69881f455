import { IsBoolean, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { Chars, ListOf, Nullable, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { QUIZ_STATUSES } from '../entities/quiz.entity.js';
import { OwnCourse } from '../quizzes/own-course.js';
import { QuizListRepository } from '../quizzes/quiz-list.repository.js';
import { QuizzesPresenter } from '../quizzes.presenter.js';
import { QuizView } from '../quizzes.views.js';

class Input extends Page {
  @Optional() @IsBoolean() mine?: boolean;
  @Optional() @Uuid() course_id?: string;
  @Optional() @IsIn(QUIZ_STATUSES) status?: string;
  @Optional() @Chars(1, 100) query?: string;
}

/** Of an own quiz what others have done, of others' what oneself has. */
class ListedQuiz extends QuizView {
  @Optional() @IsInt() attempts?: number;
  @Optional() @IsInt() to_grade?: number;
  @Optional() @Nullable() @IsNumber() average?: number | null;
  @Optional() @Nullable() @IsNumber() best_percent?: number | null;
  @Optional() @Nullable() @IsInt() attempts_left?: number | null;
}

class Result {
  @ListOf(() => ListedQuiz) quizzes!: ListedQuiz[];
  @Nullable() @IsString() next_cursor!: string | null;
}

const NONE = { quizzes: [], next_cursor: null };

@Action('list-quizzes', {
  access: 'authenticated',
  description: 'The own quizzes; or those of a course that the caller is enrolled in.',
  input: Input,
  result: Result,
})
export class ListQuizzes {
  constructor(
    private readonly lists: QuizListRepository,
    private readonly course: OwnCourse,
    private readonly presenter: QuizzesPresenter,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { mine = true, course_id, status = 'published', query } = input;
    if (mine) return this.shown(await this.lists.mine(caller.id, input, pageQuery(input)));
    if (!course_id || status !== 'published') return NONE;
    if (!(await this.course.isEnrolled(caller.id, course_id))) return NONE;
    return this.shown(await this.lists.ofCourse(caller.id, course_id, query, pageQuery(input)));
  }

  private shown({ rows, next_cursor }: Awaited<ReturnType<QuizListRepository['mine' | 'ofCourse']>>): Result {
    return { quizzes: rows.map((row) => this.presenter.quiz(row)), next_cursor };
  }
}
