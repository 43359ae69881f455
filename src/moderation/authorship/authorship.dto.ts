import { IsIn, IsString } from 'class-validator';
import { Chars, ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';

export class AuthorshipInput {
  @Optional() @Nullable() @Chars(0, 5000) note?: string | null;
}

export class AuthorshipView {
  @Uuid() id!: string;
  @Uuid() user_id!: string;
  @IsIn(['pending', 'approved', 'rejected']) status!: string;
  @Nullable() @Uuid() reviewed_by!: string | null;
  @Nullable() @Time() reviewed_at!: Date | null;
  @Time() created_at!: Date;
}

export class AuthorshipAnswer {
  @Nested(() => AuthorshipView) authorship_request!: AuthorshipView;
}

export class AuthorshipsAnswer {
  @ListOf(() => AuthorshipView) authorship_requests!: AuthorshipView[];
  @Nullable() @IsString() next_cursor!: string | null;
}
