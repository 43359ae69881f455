import { IsBoolean } from 'class-validator';
import { Chars, Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import type { Caller } from '../../../platform/access/access.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import type { Attempts } from '../../../platform/limits/attempts.js';
import { LimitsService } from '../../../platform/limits/limits.service.js';
import { PasswordHasherService } from '../../../account/password-hashing/password-hasher.service.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Outside } from '../../kernel/calls/outside.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import { AttemptStartService } from '../attempts/attempt-start.service.js';
import { AttemptViewsService } from '../attempts/attempt-views.service.js';
import { AttemptView, OpenAttempt } from '../attempts/attempt.views.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { QuizCoursesService } from '../quizzes/quiz-courses.service.js';

const MINUTES_10 = 10 * 60;

class Input {
  @Uuid() quiz_id!: string;
  @Optional() @Chars(1, 64) access_code?: string;
  @Optional() @IsBoolean() preview?: boolean;
}

class Result extends OpenAttempt {
  @Nested(() => AttemptView) attempt!: AttemptView;
  @IsBoolean() resumed!: boolean;
}

/** Only the access code is missing. It is compared after the transaction, because a hash is slow. */
class CodeNeeded {
  constructor(readonly hash: string) {}
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
  private readonly guesses: Attempts;

  constructor(
    private readonly courses: QuizCoursesService,
    private readonly starts: AttemptStartService,
    private readonly views: AttemptViewsService,
    private readonly hasher: PasswordHasherService,
    limits: LimitsService,
  ) {
    this.guesses = limits.attempts('quizzes:code', { points: 10, duration: MINUTES_10 });
  }

  async run({ input, caller }: Call<Input>): Promise<Result | Outside> {
    const { quiz_id, access_code } = input;
    const begun = await this.begin(input, caller, false);
    if (!(begun instanceof CodeNeeded)) return begun;
    if (access_code === undefined) throw new Refusal(400, 'Wrong access code');
    return Outside.first({
      ask: () =>
        this.guesses.guard(`${quiz_id}:${caller.id}`, () => this.hasher.verify(access_code, begun.hash, 'app')),
      done: async (isRight) => {
        if (!isRight) throw new Refusal(400, 'Wrong access code');
        return this.begin(input, caller, true);
      },
      undo: () => Promise.resolve(),
    });
  }

  private async begin({ quiz_id, preview = false }: Input, caller: Caller, isCodeKnown: boolean) {
    const { quiz, running } = await this.starts.lock(quiz_id, caller.id);
    if (running) return { ...(await this.views.withPaper(quiz, running)), resumed: true };
    await this.expectVisible(quiz, caller, preview);
    if (quiz.status === 'archived') throw new Refusal(409, 'Quiz is archived');
    const opening = await this.starts.findOpening(quiz, caller.id, preview);
    if (quiz.access_code_hash && !preview && !isCodeKnown) return new CodeNeeded(quiz.access_code_hash);
    const attempt = await this.starts.begin(quiz, caller.id, opening);
    return { ...(await this.views.withPaper(quiz, attempt)), resumed: false };
  }

  private async expectVisible({ owner_id, status, course_id }: Quiz, caller: Caller, preview: boolean) {
    const isOwn = caller.id === owner_id;
    const mayPreview = preview && (isOwn || allowedBySiteRole(caller));
    if (status === 'draft' && !mayPreview) throw notFound('Quiz');
    if (course_id && !isOwn && !mayPreview && !(await this.courses.isEnrolled(caller.id, course_id)))
      throw notFound('Quiz');
    if (preview && !mayPreview) throw forbidden();
  }
}
