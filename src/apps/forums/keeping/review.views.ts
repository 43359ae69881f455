import { IsIn, IsInt, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../../platform/http/input/fields.js';
import { PersonView } from '../../kernel/person.js';
import { REVIEW_KINDS, REVIEW_STATUSES } from '../entities/post-review.entity.js';

class FlagView {
  @Uuid() id!: string;
  @IsIn(REVIEW_KINDS) kind!: string;
  @Nullable() @Nested(() => PersonView) reporter!: PersonView | null;
  @Nullable() @IsString() reason!: string | null;
  @Nullable() @IsString() note!: string | null;
  @IsIn(REVIEW_STATUSES) status!: string;
  @Nullable() @Uuid() resolved_by!: string | null;
  @Nullable() @Time() resolved_at!: Date | null;
  @Nullable() @IsString() resolution_note!: string | null;
  @Time() created_at!: Date;
}

class RevisionView {
  @Uuid() id!: string;
  @Nested(() => PersonView) editor!: PersonView;
  @Nullable() @IsString() title!: string | null;
  @IsString() body!: string;
  @Nullable() @IsString() reason!: string | null;
  @Time() created_at!: Date;
}

/** What is known of who wrote it, in this forum. */
class RecordView {
  @IsInt() posts!: number;
  @IsInt() agreed_flags!: number;
  @IsInt() suspensions!: number;
}

export class ReviewView {
  @Uuid() post_id!: string;
  @Uuid() topic_id!: string;
  @IsString() topic_title!: string;
  @IsInt() number!: number;
  @IsString() status!: string;
  @IsString() body!: string;
  @IsString() html!: string;
  @Time() created_at!: Date;
  @Nested(() => PersonView) author!: PersonView;
  @ListOf(() => FlagView) flags!: FlagView[];
  @ListOf(() => RevisionView) revisions!: RevisionView[];
  @Nested(() => RecordView) record!: RecordView;
}
