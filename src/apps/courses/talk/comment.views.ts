import { IsBoolean, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../../platform/http/input/fields.js';
import { PersonView } from '../../kernel/rows/person.js';

export class CommentView {
  @Uuid() id!: string;
  @Uuid() course_id!: string;
  @Uuid() lesson_id!: string;
  @Nullable() @Uuid() parent_id!: string | null;
  /** Null, as its writer is: it was deleted. */
  @Nullable() @Uuid() owner_id!: string | null;
  @Nullable() @Nested(() => PersonView) writer!: PersonView | null;
  @IsString() body!: string;
  @IsBoolean() by_teacher!: boolean;
  @IsBoolean() answered!: boolean;
  @Nullable() @Time() deleted_at!: Date | null;
  @Time() created_at!: Date;
  @Time() updated_at!: Date;
}

export class ThreadView extends CommentView {
  @ListOf(() => CommentView) replies!: CommentView[];
}
