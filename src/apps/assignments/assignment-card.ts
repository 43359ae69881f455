import { IsBoolean, IsIn, IsInt, IsNumber, IsString } from 'class-validator';
import { Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';
import { STATUSES } from './entities/assignment.entity.js';

class GradeView {
  @Nullable() @IsNumber() score!: number | null;
  @IsNumber() penalty!: number;
  @Nullable() @IsNumber() final_score!: number | null;
  /** That there are to reach. */
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

/** An assignment in a list: with `my_…` for who learns, and with counts for who teaches. */
export class AssignmentCard {
  @Uuid() id!: string;
  /** Null: the account is deleted. */
  @Nullable() @Uuid() owner_id!: string | null;
  @IsString() title!: string;
  @IsIn(STATUSES) status!: string;
  @IsString() grading!: string;
  @Nullable() @Time() opens_at!: Date | null;
  @Nullable() @Time() due_at!: Date | null;
  @Nullable() @Time() closes_at!: Date | null;
  @Nullable() @IsString() reference_type!: string | null;
  @Nullable() @Uuid() reference_id!: string | null;
  @Nullable() @Time() published_at!: Date | null;
  @Time() created_at!: Date;
  @Optional() @Nullable() @Time() my_due_at?: Date | null;
  @Optional() @Nullable() @Time() my_closes_at?: Date | null;
  @Optional() @IsIn(['to_do', 'submitted', 'graded', 'missing', 'excused']) my_status?: string;
  /** When it is released. */
  @Optional() @Nullable() @Nested(() => GradeView) my_grade?: GradeView | null;
  @Optional() @Nested(() => CountsView) counts?: CountsView;
}
