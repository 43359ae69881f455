import { IsBoolean, IsIn, IsInt, IsNumber } from 'class-validator';
import type { Page as PageOf } from '../../../platform/database/page.js';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { QUIZ_STATUSES } from '../entities/quiz.entity.js';
import { QuizCoursesService } from '../quizzes/quiz-courses.service.js';
import { type CourseQuiz, type OwnQuiz, QuizListRepository } from '../quizzes/quiz-list.repository.js';
import { presentQuiz, QuizView } from '../quizzes/quiz.views.js';

class Input extends Page {
  @Optional() @IsBoolean() mine?: boolean;
  @Optional() @Uuid() course_id?: string;
  @Optional() @IsIn(QUIZ_STATUSES) status?: string;
  @Optional() @Chars(1, 100) query?: string;
}

/** A quiz of the caller shows what others have done; a quiz of another owner shows what the caller has done. */
class ListedQuiz extends QuizView {
  @Optional() @IsInt() attempts?: number;
  @Optional() @IsInt() to_grade?: number;
  @Optional() @Nullable() @IsNumber() average?: number | null;
  @Optional() @Nullable() @IsNumber() best_percent?: number | null;
  @Optional() @Nullable() @IsInt() attempts_left?: number | null;
}

class Result extends pageOf('quizzes', () => ListedQuiz) {}

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
    private readonly courses: QuizCoursesService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { mine = true, course_id, status = 'published', query } = input;
    if (mine) return shown(await this.lists.mine(caller.id, input, pageQuery(input)));
    if (!course_id || status !== 'published') return NONE;
    if (!(await this.courses.isEnrolled(caller.id, course_id))) return NONE;
    return shown(await this.lists.ofCourse(caller.id, course_id, query, pageQuery(input)));
  }
}

const shown = ({ rows, next_cursor }: PageOf<OwnQuiz | CourseQuiz>): Result => ({
  quizzes: rows.map(presentQuiz),
  next_cursor,
});
