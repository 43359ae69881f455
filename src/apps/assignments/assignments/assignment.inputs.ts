import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import {
  ArrayUnique,
  Chars,
  Hundredths,
  Instant,
  ListOf,
  Nullable,
  Optional,
  Uuid,
  Written,
} from '../../../platform/http/fields.js';
import { MOST_BYTES } from '../assignments.settings.js';
import {
  GRADINGS,
  KEEP_SCORES,
  RELEASES,
  SUBMISSION_TYPES,
  type SubmissionType,
} from '../entities/assignment.entity.js';
import { MOST_POINTS } from './assignment.policy.js';
import { NewFile } from '../files/assignment-files.service.js';

const EXTENSION = /^\.?[A-Za-z0-9]{1,10}$/;

class CriterionInput {
  @Written(1, 200) title!: string;
  @Optional() @Nullable() @Written(0, 2000) description?: string | null;
  @Hundredths(0.01, MOST_POINTS) points!: number;
}

/** What is said of an assignment when it is made or changed; null clears. */
export class AssignmentFields {
  @Optional() @Nullable() @Written(0, 20_000) instructions?: string | null;
  @Optional() @IsIn(GRADINGS) grading?: (typeof GRADINGS)[number];
  @Optional() @Hundredths(0.01, MOST_POINTS) points?: number;
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @IsIn(SUBMISSION_TYPES, { each: true })
  submission_types?: SubmissionType[];
  /** Empty: any. */
  @Optional() @IsArray() @ArrayMaxSize(20) @Matches(EXTENSION, { each: true }) allowed_extensions?: string[];
  @Optional() @IsInt() @Min(1) @Max(20) max_files?: number;
  @Optional() @IsInt() @Min(1) @Max(MOST_BYTES) max_file_bytes?: number;
  @Optional() @Nullable() @Instant() opens_at?: string | null;
  @Optional() @Nullable() @Instant() due_at?: string | null;
  @Optional() @Nullable() @Instant() closes_at?: string | null;
  /** Null: no limit. */
  @Optional() @Nullable() @IsInt() @Min(1) @Max(20) max_attempts?: number | null;
  @Optional() @IsIn(KEEP_SCORES) keep_score?: (typeof KEEP_SCORES)[number];
  /** For each day begun. */
  @Optional() @Hundredths(0, 100) late_penalty_percent?: number;
  @Optional() @Hundredths(0, 100) late_penalty_max?: number;
  @Optional()
  @Nullable()
  @IsArray()
  @ArrayMaxSize(20)
  @ListOf(() => CriterionInput)
  rubric?: CriterionInput[] | null;
  @Optional() @IsBoolean() anonymous?: boolean;
  @Optional() @IsIn(RELEASES) release?: (typeof RELEASES)[number];
  @Optional() @IsBoolean() submit_drafts?: boolean;
  @Optional() @Nullable() @Chars(1, 100) reference_type?: string | null;
  @Optional() @Nullable() @Uuid() reference_id?: string | null;
  @Optional() @IsArray() @ArrayMaxSize(10) @ListOf(() => NewFile) files?: NewFile[];
}
