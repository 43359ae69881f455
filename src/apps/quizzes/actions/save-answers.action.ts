import { IsInt } from 'class-validator';
import { ListOf, Nullable, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { isOverdue, remainingSeconds } from '../attempts/attempt.policy.js';
import { Answers, GivenAnswer, SavedAnswersService } from '../attempts/saved-answers.service.js';
import { ATTEMPT, type QuizAttempt } from '../entities/quiz-attempt.entity.js';

class Input {
  @Uuid() attempt_id!: string;
  @Answers() answers!: GivenAnswer[];
}

class SavedAnswer {
  @Uuid() question_id!: string;
  @IsInt() revision!: number;
}

class Result {
  @ListOf(() => SavedAnswer) saved!: SavedAnswer[];
  @Nullable() @IsInt() remaining_seconds!: number | null;
}

@Action('save-answers', {
  access: 'owner',
  target: ATTEMPT,
  notes: true,
  description:
    'Keeps what is answered as one goes: of each question the highest revision, whatever comes late or twice.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Question {id} is not in this attempt', 'Answer to {id} has the wrong form'],
    409: ['Attempt is finished', 'Time is up'],
  },
})
export class SaveAnswers {
  constructor(private readonly savedAnswers: SavedAnswersService) {}

  async run({ input, target: attempt }: Call<Input, QuizAttempt>): Promise<Result> {
    if (attempt.status !== 'in_progress') throw new Refusal(409, 'Attempt is finished');
    if (isOverdue(attempt)) throw new Refusal(409, 'Time is up');
    const saved = await this.savedAnswers.save(attempt, input.answers);
    return { saved, remaining_seconds: remainingSeconds(attempt) };
  }
}
