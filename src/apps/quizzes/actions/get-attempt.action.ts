import { Nested, Uuid } from '../../../platform/http/input/fields.js';
import { seesAsAdmin } from '../../kernel/calls/site-role.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { isOverdue } from '../attempts/deadlines.js';
import { FinishAttempts } from '../attempts/finish-attempts.js';
import { ShowAttempt } from '../attempts/show-attempt.js';
import { ATTEMPT_AT_QUIZ, type QuizAttempt } from '../entities/quiz-attempt.entity.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { AttemptView, OpenAttempt } from '../quizzes.views.js';

class Input {
  @Uuid() attempt_id!: string;
}

class Result extends OpenAttempt {
  @Nested(() => AttemptView) attempt!: AttemptView;
}

@Action('get-attempt', {
  access: 'authenticated',
  target: ATTEMPT_AT_QUIZ,
  party: ['owner_id', 'parent.owner_id'],
  description: 'An attempt with its paper: for its taker as far as it is released, for the quiz’s owner all of it.',
  input: Input,
  result: Result,
})
export class GetAttempt {
  constructor(
    private readonly finish: FinishAttempts,
    private readonly show: ShowAttempt,
  ) {}

  async run({ caller, target, parent: quiz }: Call<Input, QuizAttempt, Quiz>): Promise<Result> {
    const isOwners = quiz.owner_id === caller.id || seesAsAdmin(caller);
    const attempt = isOverdue(target) ? ((await this.finish.ifOverdue(target.id)) ?? target) : target;
    return this.show.whole(quiz, attempt, isOwners);
  }
}
