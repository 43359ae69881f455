import { Hundredths, Nested, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AnswerRepository } from '../attempts/answer.repository.js';
import type { Scored } from '../attempts/attempt.repository.js';
import { AnswerView, AttemptView, presentAnswer } from '../attempts/attempt.views.js';
import { AttemptViewsService } from '../attempts/attempt-views.service.js';
import { ATTEMPT_AT_QUIZ, type QuizAnswer, type QuizAttempt } from '../entities/quiz-attempt.entity.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { ResultsService } from '../attempts/results.service.js';

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
    private readonly results: ResultsService,
    private readonly views: AttemptViewsService,
  ) {}

  async run({ input, caller, target, parent: quiz }: Call<Input, QuizAttempt, Quiz>): Promise<Result> {
    const { question_id, points, feedback } = input;
    const drawn = target.layout.find(({ id }) => id === question_id);
    if (!drawn) throw notFound('Question');
    if (target.status === 'in_progress') throw new Refusal(409, 'Attempt is still running');
    if (points > drawn.points) throw new Refusal(400, `Points are at most ${drawn.points}`);
    const mark = { points, feedback, graded_by: caller.id, graded_at: NOW, updated_at: NOW };
    const answer = await this.answers.updateOne({ attempt_id: target.id, question_id }, mark);
    const [scored] = (await this.results.score(quiz.id, [target.id])) as [Scored];
    await this.results.notifyMarked(quiz, scored, caller.id);
    return {
      answer: presentAnswer(answer as QuizAnswer, true),
      attempt: await this.views.withoutPaper(quiz, scored, true),
    };
  }
}
