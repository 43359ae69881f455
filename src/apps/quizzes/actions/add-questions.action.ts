import { ArrayMaxSize, ArrayMinSize } from 'class-validator';
import { ListOf, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type Quiz, QUIZ } from '../entities/quiz.entity.js';
import { AddQuestions as Adding } from '../questions/add-questions.js';
import { NewQuestion } from '../questions/question.inputs.js';
import { QuizzesPresenter } from '../quizzes.presenter.js';
import { QuestionView } from '../quizzes.views.js';

class Input {
  @Uuid() quiz_id!: string;
  @ArrayMinSize(1) @ArrayMaxSize(50) @ListOf(() => NewQuestion) questions!: NewQuestion[];
}

class Result {
  @ListOf(() => QuestionView) questions!: QuestionView[];
}

@Action('add-questions', {
  access: 'owner',
  target: QUIZ,
  changes: true,
  description: 'Questions behind those that there are: all of them, or none. Attempts that run are not touched.',
  input: Input,
  result: Result,
  refuses: { 400: ['Question {n}: {what}'], 404: ['File not found'], 409: ['Question limit reached'] },
})
export class AddQuestions {
  constructor(
    private readonly adding: Adding,
    private readonly presenter: QuizzesPresenter,
  ) {}

  async run({ input, target: quiz }: Call<Input, Quiz>) {
    const rows = await this.adding.run(quiz, input.questions);
    return { questions: rows.map((row) => this.presenter.question(row)) };
  }
}
