import { Nested, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Outside } from '../../kernel/calls/outside.js';
import { AccessCodes } from '../attempts/access-codes.js';
import { QUIZ, Quiz } from '../entities/quiz.entity.js';
import { ChangeQuiz } from '../quizzes/change-quiz.js';
import { QuizOptions } from '../quizzes/quiz.inputs.js';
import { QuizzesPresenter } from '../quizzes.presenter.js';
import { QuizView } from '../quizzes.views.js';

class Input extends QuizOptions {
  @Uuid() quiz_id!: string;
}

class Result {
  @Nested(() => QuizView) quiz!: QuizView;
}

@Action('update-quiz', {
  access: 'owner',
  target: QUIZ,
  changes: true,
  outside: true,
  description: 'Changes what is given. Time limit and draw hold for new attempts; what counts is counted anew.',
  input: Input,
  result: Result,
  refuses: {
    400: ['closes_at must be after opens_at'],
    404: ['Course not found'],
    409: [
      'draw_count is above the number of questions',
      'Quiz is archived',
      'Course cannot change once there are attempts',
    ],
  },
})
export class UpdateQuiz {
  constructor(
    private readonly change: ChangeQuiz,
    private readonly codes: AccessCodes,
    private readonly presenter: QuizzesPresenter,
  ) {}

  async run({ input, target }: Call<Input, Quiz>): Promise<Result | Outside> {
    const { quiz_id: _, ...given } = input;
    const { access_code } = given;
    if (typeof access_code !== 'string') return this.changed(target, given, access_code);
    return Outside.first({
      ask: () => this.codes.hash(access_code),
      done: async (hash, lock) => this.changed((await lock<Quiz>()).target, given, hash),
      undo: () => Promise.resolve(),
    });
  }

  private async changed(quiz: Quiz, given: QuizOptions, hash: string | null | undefined): Promise<Result> {
    return { quiz: this.presenter.quiz(await this.change.of(quiz, given, hash)) };
  }
}
