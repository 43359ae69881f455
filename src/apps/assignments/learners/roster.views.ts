import { IsBoolean, IsIn, IsInt, IsNumber } from 'class-validator';
import { Nested, Nullable, Time, Uuid } from '../../../platform/http/fields.js';
import { AttemptView, MarkedLearner } from '../assignments.views.js';
import { LEARNER_STATUSES } from '../entities/assignment.entity.js';
import type { CountedRow, RosterRow } from './roster.repository.js';

export class CountedView extends AttemptView {
  @IsBoolean() late!: boolean;
  @Nullable() @IsNumber() score!: number | null;
  @IsNumber() penalty!: number;
  @IsInt() version!: number;
}

export class RowView {
  @Nested(() => MarkedLearner) learner!: MarkedLearner;
  @IsIn(LEARNER_STATUSES) learner_status!: string;
  @IsIn(['to_do', 'submitted', 'graded', 'revision', 'missing', 'excused']) state!: string;
  /** The attempt that counts. */
  @Nullable() @Nested(() => CountedView) submission!: CountedView | null;
  /** What was handed in last, which is the one to grade. */
  @Nullable() @Uuid() latest_submission_id!: string | null;
  @Nullable() @Time() draft_since!: Date | null;
}

/** Of active learners. */
export class SummaryView {
  @IsInt() learners!: number;
  @IsInt() excused!: number;
  @IsInt() submitted!: number;
  @IsInt() to_grade!: number;
  @IsInt() graded!: number;
  @IsInt() revision!: number;
  @IsInt() late!: number;
  @IsInt() missing!: number;
  @IsInt() released!: number;
  @Nullable() @IsNumber() average_percent!: number | null;
}

export function presentRow({ submission, ...row }: RosterRow): RowView {
  const { learner, learner_status, state, latest_submission_id, draft_since } = row;
  const shown = { learner, learner_status, state, latest_submission_id, draft_since };
  return { ...shown, submission: submission && presentCounted(submission) };
}

function presentCounted({ submitted_at, released_at, ...counted }: CountedRow): CountedView {
  return {
    ...counted,
    late: counted.late_seconds > 0,
    submitted_at: new Date(submitted_at),
    released_at: released_at === null ? null : new Date(released_at),
  };
}
