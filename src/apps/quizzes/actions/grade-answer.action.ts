import { Hundredths, Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AnswerRepository } from '../attempts/answer.repository.js';
import { AttemptRepository } from '../attempts/attempt.repository.js';
import { ShowAttempt } from '../attempts/show-attempt.js';
import { ATTEMPT_AT_QUIZ, type QuizAttempt } from '../entities/quiz-attempt.entity.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { QuizzesPresenter } from '../quizzes.presenter.js';
import { AnswerView, AttemptView } from '../quizzes.views.js';
import { Results } from '../results/results.js';
import type { Scored } from '../results/score.repository.js';

class Input {
  @Uuid() attempt_id!: string;
  @Uuid() question_id!: string;
  @Hundredths(0, 1000) points!: number;
  @Optional() @Written(0, 5000) feedback?: string;
}

class Result {
  @Nested(() => AnswerView) answer!: AnswerView;
  @Nested(() => AttemptView) attempt!: AttemptView;
}

@Action('grade-answer', {
  access: 'owner',
  target: ATTEMPT_AT_QUIZ,
  changes: true,
  description: 'Marks an answer, in the place of the machine too. What was marked so survives regrades.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Points are at most {n}'],
    404: ['Question not found'],
    409: ['Attempt is still running'],
  },
})
export class GradeAnswer {
  constructor(
    private readonly answers: AnswerRepository,
    private readonly attempts: AttemptRepository,
    private readonly results: Results,
    private readonly show: ShowAttempt,
    private readonly presenter: QuizzesPresenter,
  ) {}

  async run({ input, caller, target, parent: quiz }: Call<Input, QuizAttempt, Quiz>): Promise<Result> {
    const { question_id, points, feedback } = input;
    const drawn = target.layout.find(({ id }) => id === question_id);
    if (!drawn) throw notFound('Question');
    if (target.status === 'in_progress') throw new Refusal(409, 'Attempt is still running');
    if (points > drawn.points) throw new Refusal(400, `Points are at most ${drawn.points}`);
    const answer = await this.answers.mark(target.id, question_id, { points, feedback, by: caller.id });
    const [scored] = (await this.results.score(quiz.id, [target.id])) as [Scored];
    await this.results.marked(quiz, scored, caller.id);
    const attempt = (await this.attempts.find(target.id)) as QuizAttempt;
    return {
      answer: this.presenter.answer(answer, true),
      attempt: await this.show.alone(quiz, attempt, true),
    };
  }
}
