import { IsBoolean, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/fields.js';
import { PersonView } from '../kernel/rows/person.js';
import { viewOf } from '../kernel/rows/view.js';
import { AssignmentComment, FILE_STATUSES, Submission } from './entities/submission.entity.js';
import {
  Assignment,
  AssignmentLearner,
  GRADINGS,
  KEEP_SCORES,
  RELEASES,
  SUBMISSION_TYPES,
  type SubmissionType,
} from './entities/assignment.entity.js';

class CriterionView {
  @IsString() id!: string;
  @IsString() title!: string;
  @Nullable() @IsString() description!: string | null;
  @IsNumber() points!: number;
}

const BEFORE_IT_OPENS = [
  'id',
  'owner_id',
  'title',
  'status',
  'opens_at',
  'due_at',
  'closes_at',
  'published_at',
  'created_at',
  'updated_at',
] as const;

/** What a learner sees before the assignment opens. */
export class LockedAssignmentView extends viewOf(Assignment, { only: BEFORE_IT_OPENS }) {
  @IsBoolean() locked!: boolean;
}

/** `owner_id` is null when the account of the teacher is deleted. */
export class AssignmentView extends LockedAssignmentView {
  @Optional() @Nullable() @IsString() instructions?: string | null;
  @Optional() @IsIn(GRADINGS) grading?: string;
  @Optional() @IsNumber() points?: number;
  @Optional() @IsIn(SUBMISSION_TYPES, { each: true }) submission_types?: SubmissionType[];
  @Optional() @IsString({ each: true }) allowed_extensions?: string[];
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
  /** For the owner only. */
  @Optional() @IsString() join_code?: string;
}

const TERMS = ['user_id', 'status', 'due_at', 'closes_at', 'extra_attempts'] as const;

/** The learner as they see themselves, and the teacher; with anonymous marking the teacher sees no id and no number. */
export class LearnerView extends viewOf(AssignmentLearner, { only: TERMS }) {
  @Optional() @Uuid() id?: string;
  @Optional() @IsInt() number?: number;
}

/** A learner as the teacher sees them; the identity only where the teacher may know it. */
export class MarkedLearner extends viewOf(AssignmentLearner, { only: ['id', 'number'] }) {
  @Nullable() @Nested(() => PersonView) user!: PersonView | null;
}

export class FileView {
  @Uuid() id!: string;
  @IsString() name!: string;
  @IsString() content_type!: string;
  @IsInt() size_bytes!: number;
  @IsIn(FILE_STATUSES) status!: string;
  /** Null until the file is ready. */
  @Nullable() @IsString() download_url!: string | null;
  @Nullable() @Time() expires_at!: Date | null;
}

class CriterionScoreView {
  @IsString() criterion!: string;
  @IsNumber() points!: number;
  @Nullable() @IsString() comment!: string | null;
}

const INTERNAL = ['owner_id', 'graded_by', 'told', 'created_at', 'updated_at'] as const;

/** One attempt. Of a draft the teacher sees only since when it exists; a learner sees the grade when it is released. */
export class SubmissionView extends viewOf(Submission, { without: INTERNAL }) {
  @Nullable() @Time() draft_since!: Date | null;
  @Nullable() @ListOf(() => CriterionScoreView) declare rubric_scores: CriterionScoreView[] | null;
  /** For the teacher. */
  @Optional() @Nested(() => MarkedLearner) learner?: MarkedLearner;
}

const SUMMARY = [
  'id',
  'attempt',
  'status',
  'submitted_at',
  'late_seconds',
  'auto_submitted',
  'final_score',
  'passed',
  'released_at',
] as const;

/** An attempt without its contents. */
export class AttemptView extends viewOf(Submission, { only: SUMMARY }) {}

export class CommentView extends viewOf(AssignmentComment, { without: ['author_id'] }) {
  @IsBoolean() by_learner!: boolean;
  /** Null: a learner whom the teacher must not know yet. */
  @Nullable() @Nested(() => PersonView) author!: PersonView | null;
}
