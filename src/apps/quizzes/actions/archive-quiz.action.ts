import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type Quiz, QUIZ } from '../entities/quiz.entity.js';
import { QuizRepository } from '../quizzes/quiz.repository.js';
import { presentQuiz, QuizView } from '../quizzes/quiz.views.js';

class Input {
  @Uuid() quiz_id!: string;
}

class Result extends answerWith('quiz', () => QuizView) {}

@Action('archive-quiz', {
  access: 'owner',
  target: QUIZ,
  changes: true,
  description: 'No new attempts; those that run may finish, and results stay.',
  input: Input,
  result: Result,
  refuses: { 409: ['Quiz is already archived'] },
})
export class ArchiveQuiz {
  constructor(private readonly quizzes: QuizRepository) {}

  async run({ target: quiz }: Call<Input, Quiz>) {
    if (quiz.status === 'archived') throw new Refusal(409, 'Quiz is already archived');
    return { quiz: presentQuiz(await this.quizzes.change(quiz.id, { status: 'archived' })) };
  }
}
