import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { Instant, Nested, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { viewOf } from '../../kernel/rows/view.js';
import { AttemptViewsService } from '../attempts/attempt-views.service.js';
import { dueAt } from '../attempts/attempt.policy.js';
import { AttemptRepository } from '../attempts/attempt.repository.js';
import { TakerRepository } from '../attempts/taker.repository.js';
import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';
import { type Quiz, QUIZ, QuizAccommodation } from '../entities/quiz.entity.js';
import { SubmitOverdue } from '../attempts/submit-overdue.job.js';
import { QuizNotificationsService } from '../quiz-notifications.service.js';
import { timesAfter } from '../quizzes/quiz.inputs.js';
import { AttemptView } from '../attempts/attempt.views.js';

/** A deadline never moves closer than this. */
const LEAST_MS = 60_000;

class Input {
  @Uuid() quiz_id!: string;
  @Uuid() user_id!: string;
  @Optional() @IsInt() @Min(0) @Max(300) extra_time_percent?: number;
  @Optional() @IsBoolean() no_time_limit?: boolean;
  @Optional() @IsInt() @Min(0) @Max(20) extra_attempts?: number;
  @Optional() @Nullable() @Instant() opens_at?: string | null;
  @Optional() @Nullable() @Instant() closes_at?: string | null;
  @Optional() @Written(0, 500) note?: string;
  @Optional() @IsBoolean() remove?: boolean;
}

class AccommodationView extends viewOf(QuizAccommodation) {}

class Result {
  /** Null: it was removed. */
  @Nullable() @Nested(() => AccommodationView) accommodation!: AccommodationView | null;
  /** The running attempt, with its new deadline. */
  @Nullable() @Nested(() => AttemptView) attempt!: AttemptView | null;
}

@Action('set-accommodation', {
  access: 'owner',
  target: QUIZ,
  changes: true,
  description: 'Grants one taker times and attempts beyond the others’; what is left out stays.',
  input: Input,
  result: Result,
  refuses: {
    400: ['closes_at must be after opens_at'],
    404: ['User not found', 'Accommodation not found'],
  },
})
export class SetAccommodation {
  constructor(
    private readonly takers: TakerRepository,
    private readonly attempts: AttemptRepository,
    private readonly notifications: QuizNotificationsService,
    private readonly overdue: SubmitOverdue,
    private readonly views: AttemptViewsService,
  ) {}

  async run({ input, caller, target: quiz }: Call<Input, Quiz>): Promise<Result> {
    const { user_id, remove = false } = input;
    if (!(await this.takers.isUser(user_id))) throw notFound('User');
    const known = await this.takers.accommodation(quiz.id, user_id);
    const accommodation = remove ? await this.remove(known) : await this.grant(quiz, known, input);
    this.notifications.notifyAccommodation(quiz, user_id, caller.id, remove);
    const running = { quiz_id: quiz.id, owner_id: user_id, status: 'in_progress' } as const;
    const attempt = await this.attempts.findOne(running, { lock: 'no key update' });
    if (!attempt) return { accommodation, attempt: null };
    const moved = await this.moveDue(quiz, attempt, accommodation ?? undefined);
    return { accommodation, attempt: await this.views.withoutPaper(quiz, moved, true) };
  }

  private async remove(known: QuizAccommodation | undefined): Promise<null> {
    if (!known) throw notFound('Accommodation');
    await this.takers.delete({ id: known.id });
    return null;
  }

  private async grant(quiz: Quiz, known: QuizAccommodation | undefined, input: Input): Promise<QuizAccommodation> {
    const { user_id, extra_time_percent, no_time_limit, extra_attempts, note } = input;
    const changes = { extra_time_percent, no_time_limit, extra_attempts, note, ...timesAfter(known, input) };
    if (!known) return this.takers.insert({ ...changes, quiz_id: quiz.id, user_id });
    return (await this.takers.updateOne({ id: known.id }, { ...changes, updated_at: NOW })) as QuizAccommodation;
  }

  private async moveDue(quiz: Quiz, attempt: QuizAttempt, granted: QuizAccommodation | undefined) {
    const { id } = attempt;
    const wanted = dueAt(attempt, quiz, granted);
    if (+(wanted ?? 0) === +(attempt.due_at ?? 0)) return attempt;
    const due_at = wanted && new Date(Math.max(+wanted, Date.now() + LEAST_MS));
    await this.overdue.schedule({ id, due_at });
    return (await this.attempts.updateOne({ id }, { due_at, updated_at: NOW })) as QuizAttempt;
  }
}
