import { IsArray, IsBoolean, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';
import { PersonView } from '../kernel/rows/person.js';
import { FILE_STATUSES } from './entities/assignment-file.entity.js';
import { LEARNER_STATUSES, type LearnerStatus } from './entities/assignment-learner.entity.js';
import { GRADINGS, KEEP_SCORES, RELEASES, STATUSES, type Status } from './entities/assignment.entity.js';
import { SUBMISSION_STATUSES } from './entities/submission.entity.js';

export class CriterionView {
  @IsString() id!: string;
  @IsString() title!: string;
  @Nullable() @IsString() description!: string | null;
  @IsNumber() points!: number;
}

/** Before it opens a learner sees its title and dates alone: the rest is left out. */
export class AssignmentView {
  @Uuid() id!: string;
  /** Null: the account is deleted. */
  @Nullable() @Uuid() owner_id!: string | null;
  @IsString() title!: string;
  @IsIn(STATUSES) status!: Status;
  @Nullable() @Time() opens_at!: Date | null;
  @Nullable() @Time() due_at!: Date | null;
  @Nullable() @Time() closes_at!: Date | null;
  @IsBoolean() locked!: boolean;
  @Nullable() @Time() published_at!: Date | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
  @Optional() @Nullable() @IsString() instructions?: string | null;
  @Optional() @IsIn(GRADINGS) grading?: string;
  @Optional() @IsNumber() points?: number;
  @Optional() @IsArray() @IsString({ each: true }) submission_types?: string[];
  @Optional() @IsArray() @IsString({ each: true }) allowed_extensions?: string[];
  @Optional() @IsInt() max_files?: number;
  @Optional() @IsInt() max_file_bytes?: number;
  @Optional() @Nullable() @IsInt() max_attempts?: number | null;
  @Optional() @IsIn(KEEP_SCORES) keep_score?: string;
  @Optional() @IsNumber() late_penalty_percent?: number;
  @Optional() @IsNumber() late_penalty_max?: number;
  @Optional() @Nullable() @ListOf(() => CriterionView) rubric?: CriterionView[] | null;
  @Optional() @IsBoolean() anonymous?: boolean;
  @Optional() @IsIn(RELEASES) release?: string;
  @Optional() @IsBoolean() submit_drafts?: boolean;
  @Optional() @Nullable() @IsString() reference_type?: string | null;
  @Optional() @Nullable() @Uuid() reference_id?: string | null;
  /** For its owner alone. */
  @Optional() @IsString() join_code?: string;
}

/** The learner as they see themselves, and the teacher; with anonymous marking the teacher sees no id and no number. */
export class LearnerView {
  @Optional() @Uuid() id?: string;
  @Optional() @IsInt() number?: number;
  @Uuid() user_id!: string;
  @IsIn(LEARNER_STATUSES) status!: LearnerStatus;
  @Nullable() @Time() due_at!: Date | null;
  @Nullable() @Time() closes_at!: Date | null;
  @IsInt() extra_attempts!: number;
}

/** A learner as the teacher sees them; the identity only where the teacher may know it. */
export class MarkedLearner {
  @Uuid() id!: string;
  @IsInt() number!: number;
  @Nullable() @Nested(() => PersonView) user!: PersonView | null;
}

export class FileView {
  @Uuid() id!: string;
  @IsString() name!: string;
  @IsString() content_type!: string;
  @IsInt() size_bytes!: number;
  @IsIn(FILE_STATUSES) status!: string;
  /** Of what is ready. */
  @Nullable() @IsString() download_url!: string | null;
  @Nullable() @Time() expires_at!: Date | null;
}

export class CriterionScoreView {
  @IsString() criterion!: string;
  @IsNumber() points!: number;
  @Nullable() @IsString() comment!: string | null;
}

/** One attempt. Of a draft the teacher sees only since when it exists; a learner sees the grade when it is released. */
export class SubmissionView {
  @Uuid() id!: string;
  @Uuid() assignment_id!: string;
  @IsInt() attempt!: number;
  @IsIn(SUBMISSION_STATUSES) status!: string;
  @Nullable() @Time() draft_since!: Date | null;
  @Nullable() @IsString() body!: string | null;
  @Nullable() @IsString() link_url!: string | null;
  @Nullable() @Time() submitted_at!: Date | null;
  @IsInt() late_seconds!: number;
  @IsBoolean() auto_submitted!: boolean;
  @Nullable() @IsNumber() score!: number | null;
  @IsNumber() penalty!: number;
  @Nullable() @IsNumber() final_score!: number | null;
  @Nullable() @IsBoolean() passed!: boolean | null;
  @Nullable() @ListOf(() => CriterionScoreView) rubric_scores!: CriterionScoreView[] | null;
  @Nullable() @IsString() feedback!: string | null;
  @Nullable() @Time() graded_at!: Date | null;
  @Nullable() @Time() released_at!: Date | null;
  @IsInt() version!: number;
  /** For its teacher. */
  @Optional() @Nested(() => MarkedLearner) learner?: MarkedLearner;
}

/** An attempt in short. */
export class AttemptView {
  @Uuid() id!: string;
  @IsInt() attempt!: number;
  @IsIn(SUBMISSION_STATUSES) status!: string;
  @Nullable() @Time() submitted_at!: Date | null;
  @IsInt() late_seconds!: number;
  @IsBoolean() auto_submitted!: boolean;
  @Nullable() @IsNumber() final_score!: number | null;
  @Nullable() @IsBoolean() passed!: boolean | null;
  @Nullable() @Time() released_at!: Date | null;
}

export class CommentView {
  @Uuid() id!: string;
  @Uuid() assignment_id!: string;
  @Uuid() learner_id!: string;
  @Nullable() @Uuid() submission_id!: string | null;
  @IsBoolean() by_learner!: boolean;
  /** Null: a learner whom the teacher must not know yet. */
  @Nullable() @Nested(() => PersonView) author!: PersonView | null;
  @IsString() body!: string;
  @Time() created_at!: Date;
}
