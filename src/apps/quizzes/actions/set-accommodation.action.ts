import { IsBoolean, IsInt, IsString, Max, Min } from 'class-validator';
import { Instant, Nested, Nullable, Optional, Time, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Accommodate } from '../attempts/accommodate.js';
import { ShowAttempt } from '../attempts/show-attempt.js';
import { type Quiz, QUIZ } from '../entities/quiz.entity.js';
import { AttemptView } from '../quizzes.views.js';

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

class AccommodationView {
  @Uuid() id!: string;
  @Uuid() quiz_id!: string;
  @Uuid() user_id!: string;
  @IsInt() extra_time_percent!: number;
  @IsBoolean() no_time_limit!: boolean;
  @IsInt() extra_attempts!: number;
  @Nullable() @Time() opens_at!: Date | null;
  @Nullable() @Time() closes_at!: Date | null;
  @IsString() note!: string;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

class Result {
  /** Null: it was removed. */
  @Nullable() @Nested(() => AccommodationView) accommodation!: AccommodationView | null;
  /** The one that runs, with its deadline as it is now. */
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
    private readonly accommodate: Accommodate,
    private readonly show: ShowAttempt,
  ) {}

  async run({ input, caller, target: quiz }: Call<Input, Quiz>): Promise<Result> {
    const { accommodation, attempt } = await this.accommodate.run(quiz, input, caller.id);
    return { accommodation, attempt: attempt && (await this.show.alone(quiz, attempt, true)) };
  }
}
