import { ArrayMaxSize, IsBoolean, IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import { Chars, ListOf, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { BENEFIT_KINDS, type BenefitKind } from '../entities/plan.entity.js';

export class BenefitInput {
  @IsIn(BENEFIT_KINDS) kind!: BenefitKind;
  @Optional() @Matches(/^[a-z0-9-]{1,60}$/) key?: string;
  @Optional() @Uuid() ref_id?: string;
  @Chars(1, 120) label!: string;
}

/** What may be changed of a plan later. */
export class PlanInput {
  @Optional() @Written(0, 5000) description?: string;
  @Optional() @IsBoolean() listed?: boolean;
  @Optional() @IsInt() @Min(0) @Max(90) trial_days?: number;
  @Optional() @IsInt() @Min(0) @Max(30) grace_days?: number;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(1_000_000) max_subscribers?: number | null;
  @Optional() @IsInt() @Min(0) @Max(180) max_pause_days?: number;
  @Optional() @ListOf(() => BenefitInput) @ArrayMaxSize(30) benefits?: BenefitInput[];
}
