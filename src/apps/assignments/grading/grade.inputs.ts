import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsInt, Max, Min } from 'class-validator';
import { ArrayUnique } from '../../../platform/http/input/array-unique.js';
import { Chars, Hundredths, ListOf, Nullable, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { MOST_POINTS } from '../work/assignment.inputs.js';

class CriterionScoreInput {
  @Chars(1, 10) criterion!: string;
  @Hundredths(0, MOST_POINTS) points!: number;
  @Optional() @Nullable() @Written(0, 2000) comment?: string | null;
}

export class GradeInput {
  @Uuid() submission_id!: string;
  /** As it was read: who grades what has changed meanwhile hears of it. */
  @IsInt() @Min(1) @Max(2 ** 31 - 1) version!: number;
  @Optional() @Hundredths(0, MOST_POINTS) score?: number;
  @Optional() @IsBoolean() passed?: boolean;
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ArrayUnique(({ criterion }: CriterionScoreInput) => criterion)
  @ListOf(() => CriterionScoreInput)
  rubric_scores?: CriterionScoreInput[];
  @Optional() @Written(0, 20_000) feedback?: string;
  @Optional() @IsBoolean() waive_penalty?: boolean;
  @Optional() @IsBoolean() request_revision?: boolean;
}
