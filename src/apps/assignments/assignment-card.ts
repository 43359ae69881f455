import { IsBoolean, IsIn, IsInt, IsNumber } from 'class-validator';
import { Nested, Nullable, Optional, Time } from '../../platform/http/fields.js';
import { viewOf } from '../kernel/rows/view.js';
import { Assignment } from './entities/assignment.entity.js';

class GradeView {
  @Nullable() @IsNumber() score!: number | null;
  @IsNumber() penalty!: number;
  @Nullable() @IsNumber() final_score!: number | null;
  /** The highest possible score. */
  @IsNumber() points!: number;
  @Nullable() @IsBoolean() passed!: boolean | null;
  @Time() released_at!: Date;
}

/** Of active learners. */
class CountsView {
  @IsInt() learners!: number;
  @IsInt() submitted!: number;
  @IsInt() to_grade!: number;
  @IsInt() released!: number;
}

const CARD = [
  'id',
  'owner_id',
  'title',
  'status',
  'grading',
  'opens_at',
  'due_at',
  'closes_at',
  'reference_type',
  'reference_id',
  'published_at',
  'created_at',
] as const;

/** An assignment in a list: with `my_…` for learners, with counts for the teacher. */
export class AssignmentCard extends viewOf(Assignment, { only: CARD }) {
  @Optional() @Nullable() @Time() my_due_at?: Date | null;
  @Optional() @Nullable() @Time() my_closes_at?: Date | null;
  @Optional() @IsIn(['to_do', 'submitted', 'graded', 'missing', 'excused']) my_status?: string;
  /** Null until the grade is released. */
  @Optional() @Nullable() @Nested(() => GradeView) my_grade?: GradeView | null;
  @Optional() @Nested(() => CountsView) counts?: CountsView;
}
