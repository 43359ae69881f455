import { IsIn, IsInt } from 'class-validator';
import { Nested, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { QUESTION, type Quiz, type QuizQuestion } from '../entities/quiz.entity.js';
import { ChangeQuestion } from '../questions/change-question.js';
import { QuestionFields } from '../questions/question.inputs.js';
import { QuizzesPresenter } from '../quizzes.presenter.js';
import { QuestionView } from '../quizzes.views.js';
import { REGRADES } from '../results/regrading.js';

class Input extends QuestionFields {
  @Uuid() question_id!: string;
  @Optional() @IsIn(REGRADES) regrade?: (typeof REGRADES)[number];
}

class Result {
  @Nested(() => QuestionView) question!: QuestionView;
  /** How many attempts are measured anew. */
  @IsInt() regrading!: number;
}

@Action('update-question', {
  access: 'owner',
  target: QUESTION,
  changes: true,
  description: 'Changes what is given. With another key or other points, attempts are measured anew.',
  input: Input,
  result: Result,
  refuses: {
    404: ['File not found'],
    409: ['Options cannot be added or removed once there are attempts'],
  },
})
export class UpdateQuestion {
  constructor(
    private readonly change: ChangeQuestion,
    private readonly presenter: QuizzesPresenter,
  ) {}

  async run({ input, target, parent }: Call<Input, QuizQuestion, Quiz>) {
    const { question, regrading } = await this.change.change(parent, target, input, input.regrade);
    return { question: this.presenter.question(question), regrading };
  }
}
