import { IsIn } from 'class-validator';
import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Chars, Nullable, Optional, Time, Uuid } from '../../platform/http/fields.js';

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

export class AuthorshipAnswer extends answerWith('authorship_request', () => AuthorshipView) {}

export class AuthorshipsAnswer extends pageOf('authorship_requests', () => AuthorshipView) {}
