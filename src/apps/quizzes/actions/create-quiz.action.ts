import { Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MakeQuiz } from '../quizzes/make-quiz.js';
import { QuizzesPresenter } from '../quizzes.presenter.js';
import { QuizView } from '../quizzes.views.js';

class Input {
  @Written(1, 200) title!: string;
  @Optional() @Written(0, 10_000) instructions?: string;
  @Optional() @Uuid() course_id?: string;
}

class Result {
  @Nested(() => QuizView) quiz!: QuizView;
}

@Action('create-quiz', {
  access: 'authenticated',
  changes: true,
  about: 'quiz',
  description: 'Makes a draft of a quiz, with what its owner has set for new ones.',
  input: Input,
  result: Result,
  refuses: { 404: ['Course not found'], 409: ['Quiz limit reached'] },
})
export class CreateQuiz {
  constructor(
    private readonly make: MakeQuiz,
    private readonly presenter: QuizzesPresenter,
  ) {}

  async run({ input, caller }: Call<Input>) {
    return { quiz: this.presenter.quiz(await this.make.run(caller.id, input)) };
  }
}
