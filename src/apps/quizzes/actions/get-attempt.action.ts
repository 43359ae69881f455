import { Nested, Uuid } from '../../../platform/http/fields.js';
import { seesAsAdmin } from '../../kernel/calls/site-role.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AttemptFinishService } from '../attempts/attempt-finish.service.js';
import { isOverdue } from '../attempts/attempt.policy.js';
import { AttemptViewsService } from '../attempts/attempt-views.service.js';
import { ATTEMPT_AT_QUIZ, type QuizAttempt } from '../entities/quiz-attempt.entity.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { AttemptView, OpenAttempt } from '../attempts/attempt.views.js';

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
    private readonly finish: AttemptFinishService,
    private readonly views: AttemptViewsService,
  ) {}

  async run({ caller, target, parent: quiz }: Call<Input, QuizAttempt, Quiz>): Promise<Result> {
    const isOwners = quiz.owner_id === caller.id || seesAsAdmin(caller);
    const attempt = isOverdue(target) ? ((await this.finish.finishIfOverdue(target.id)) ?? target) : target;
    return this.views.withPaper(quiz, attempt, isOwners);
  }
}
