import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { Chars, Hundredths, Instant, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { type Quiz, RELEASES, SCORINGS, SHOWN_ANSWERS } from '../entities/quiz.entity.js';

/** The fields of a quiz that can be changed, each by itself. */
export class QuizOptions {
  @Optional() @Written(1, 200) title?: string;
  @Optional() @Written(0, 10_000) instructions?: string;
  @Optional() @Nullable() @Uuid() course_id?: string | null;
  @Optional() @Nullable() @Chars(4, 64) access_code?: string | null;
  @Optional() @Nullable() @Instant() opens_at?: string | null;
  @Optional() @Nullable() @Instant() closes_at?: string | null;
  @Optional() @Nullable() @IsInt() @Min(60) @Max(86_400) time_limit_seconds?: number | null;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(100) max_attempts?: number | null;
  @Optional() @IsInt() @Min(0) @Max(43_200) attempt_gap_minutes?: number;
  @Optional() @IsIn(SCORINGS) scoring?: Quiz['scoring'];
  @Optional() @Nullable() @Hundredths(0, 100) pass_percent?: number | null;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(300) draw_count?: number | null;
  @Optional() @IsBoolean() shuffle_questions?: boolean;
  @Optional() @IsBoolean() shuffle_options?: boolean;
  @Optional() @IsIn(RELEASES) release_score?: Quiz['release_score'];
  @Optional() @IsIn(SHOWN_ANSWERS) show_answers?: Quiz['show_answers'];
  @Optional() @IsBoolean() release_now?: boolean;
}

type Times = Pick<Quiz, 'opens_at' | 'closes_at'>;

/** The times after a change; those that are not given stay. */
export function timesAfter(known: Times | undefined, given: Pick<QuizOptions, keyof Times>): Times {
  const times = {
    opens_at: momentOf(given.opens_at, known?.opens_at),
    closes_at: momentOf(given.closes_at, known?.closes_at),
  };
  const { opens_at, closes_at } = times;
  if (opens_at && closes_at && closes_at <= opens_at) throw new Refusal(400, 'closes_at must be after opens_at');
  return times;
}

function momentOf(given: string | null | undefined, known: Date | null = null): Date | null {
  if (given === undefined) return known;
  return given === null ? null : new Date(given);
}
