import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AttemptFinishService } from '../attempts/attempt-finish.service.js';
import { isOverdue } from '../attempts/attempt.policy.js';
import { Answers, GivenAnswer, SavedAnswersService } from '../attempts/saved-answers.service.js';
import { AttemptViewsService } from '../attempts/attempt-views.service.js';
import { ATTEMPT, type QuizAttempt } from '../entities/quiz-attempt.entity.js';
import { QuizRepository } from '../quizzes/quiz.repository.js';
import { AttemptView } from '../attempts/attempt.views.js';

class Input {
  @Uuid() attempt_id!: string;
  @Optional() @Answers() answers?: GivenAnswer[];
}

class Result extends answerWith('attempt', () => AttemptView) {}

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
    private readonly savedAnswers: SavedAnswersService,
    private readonly finish: AttemptFinishService,
    private readonly quizzes: QuizRepository,
    private readonly views: AttemptViewsService,
  ) {}

  async run({ input, target }: Call<Input, QuizAttempt>) {
    const isRunning = target.status === 'in_progress';
    // Answers that come too late are left out.
    if (isRunning && input.answers && !isOverdue(target)) await this.savedAnswers.save(target, input.answers);
    const quiz = await this.quizzes.the({ id: target.quiz_id }, 'Quiz');
    const attempt = isRunning ? await this.finish.finish(quiz, target) : target;
    return { attempt: await this.views.withoutPaper(quiz, attempt) };
  }
}
