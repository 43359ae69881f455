import { IsBoolean } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type Quiz, QUIZ } from '../entities/quiz.entity.js';
import { QuizRepository } from '../quizzes/quiz.repository.js';
import { presentQuiz, QuizView } from '../quizzes/quiz.views.js';

class Input {
  @Uuid() quiz_id!: string;
  @Optional() @IsBoolean() published?: boolean;
}

class Result extends answerWith('quiz', () => QuizView) {}

@Action('publish-quiz', {
  access: 'owner',
  target: QUIZ,
  changes: true,
  description: 'Lets people take a quiz, or makes it a draft again while nobody has.',
  input: Input,
  result: Result,
  refuses: {
    409: [
      'Add at least one question first',
      'draw_count is above the number of questions',
      'Quiz has attempts, archive it instead',
      'Quiz limit reached',
    ],
  },
})
export class PublishQuiz {
  constructor(private readonly quizzes: QuizRepository) {}

  async run({ input: { published = true }, target: quiz }: Call<Input, Quiz>) {
    if (published) expectComplete(quiz);
    else if (await this.quizzes.hasAttempts(quiz.id)) throw new Refusal(409, 'Quiz has attempts, archive it instead');
    if (quiz.status === 'archived') await this.quizzes.reserve(quiz.owner_id);
    const changed = await this.quizzes.change(quiz.id, {
      status: published ? 'published' : 'draft',
      published_at: published ? (quiz.published_at ?? new Date()) : null,
    });
    return { quiz: presentQuiz(changed) };
  }
}

function expectComplete({ questions_count, draw_count }: Quiz): void {
  if (!questions_count) throw new Refusal(409, 'Add at least one question first');
  if ((draw_count ?? 0) > questions_count) throw new Refusal(409, 'draw_count is above the number of questions');
}
