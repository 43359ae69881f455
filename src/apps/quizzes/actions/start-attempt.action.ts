import { IsBoolean } from 'class-validator';
import { Chars, Nested, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Outside } from '../../kernel/calls/outside.js';
import { AccessCodes } from '../attempts/access-codes.js';
import { ShowAttempt } from '../attempts/show-attempt.js';
import { type Begun, CodeNeeded, StartAttempt as Starting } from '../attempts/start-attempt.js';
import { AttemptView, OpenAttempt } from '../quizzes.views.js';

class Input {
  @Uuid() quiz_id!: string;
  @Optional() @Chars(1, 64) access_code?: string;
  @Optional() @IsBoolean() preview?: boolean;
}

class Result extends OpenAttempt {
  @Nested(() => AttemptView) attempt!: AttemptView;
  @IsBoolean() resumed!: boolean;
}

@Action('start-attempt', {
  access: 'authenticated',
  changes: true,
  about: 'attempt',
  outside: true,
  description: 'Begins an attempt, or goes on with the one that runs. A preview is its owner’s, and counts nowhere.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Wrong access code'],
    403: ['Forbidden'],
    404: ['Quiz not found'],
    409: [
      'Quiz is archived',
      'Quiz opens on {time}',
      'Quiz is closed',
      'No attempts left',
      'Next attempt is possible from {time}',
      'Add at least one question first',
    ],
  },
})
export class StartAttempt {
  constructor(
    private readonly starting: Starting,
    private readonly codes: AccessCodes,
    private readonly show: ShowAttempt,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result | Outside> {
    const { quiz_id, access_code } = input;
    const begun = await this.starting.run(input, caller, false);
    if (!(begun instanceof CodeNeeded)) return this.shown(begun);
    if (access_code === undefined) throw new Refusal(400, 'Wrong access code');
    return Outside.first({
      ask: () => this.codes.isRight(access_code, begun.hash, { quizId: quiz_id, userId: caller.id }),
      done: async (isRight) => {
        if (!isRight) throw new Refusal(400, 'Wrong access code');
        return this.shown((await this.starting.run(input, caller, true)) as Begun);
      },
      undo: () => Promise.resolve(),
    });
  }

  private async shown({ quiz, attempt, resumed }: Begun): Promise<Result> {
    return { ...(await this.show.whole(quiz, attempt)), resumed };
  }
}
