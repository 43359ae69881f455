import { Nested, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Answers, GivenAnswer } from '../attempts/answer.inputs.js';
import { isOverdue } from '../attempts/deadlines.js';
import { FinishAttempts } from '../attempts/finish-attempts.js';
import { SaveAnswers } from '../attempts/save-answers.js';
import { ShowAttempt } from '../attempts/show-attempt.js';
import { ATTEMPT, type QuizAttempt } from '../entities/quiz-attempt.entity.js';
import { QuizRepository } from '../quizzes/quiz.repository.js';
import { AttemptView } from '../quizzes.views.js';

class Input {
  @Uuid() attempt_id!: string;
  @Optional() @Answers() answers?: GivenAnswer[];
}

class Result {
  @Nested(() => AttemptView) attempt!: AttemptView;
}

@Action('submit-attempt', {
  access: 'owner',
  target: ATTEMPT,
  changes: true,
  description: 'Ends an attempt, and measures what a machine can. Again, it answers the same.',
  input: Input,
  result: Result,
  refuses: { 400: ['Question {id} is not in this attempt', 'Answer to {id} has the wrong form'] },
})
export class SubmitAttempt {
  constructor(
    private readonly saving: SaveAnswers,
    private readonly finish: FinishAttempts,
    private readonly quizzes: QuizRepository,
    private readonly show: ShowAttempt,
  ) {}

  async run({ input, target }: Call<Input, QuizAttempt>) {
    const attempt = target.status === 'in_progress' ? await this.ended(target, input) : target;
    const quiz = await this.quizzes.the({ id: attempt.quiz_id }, 'Quiz');
    return { attempt: await this.show.alone(quiz, attempt) };
  }

  /** What comes too late is left out. */
  private async ended(attempt: QuizAttempt, { answers }: Input): Promise<QuizAttempt> {
    if (answers && !isOverdue(attempt)) await this.saving.run(attempt, answers);
    return this.finish.finish(attempt);
  }
}
