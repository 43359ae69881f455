import { answerWith, pageOf } from '../../platform/http/answers.js';
import { ListQuery, Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/fields.js';
import { IsIn, IsString } from 'class-validator';
import { INVALID_STATUS, NamedUser } from '../admin.dto.js';

export class ReviewQuery extends ListQuery {
  @Optional() @IsIn(['published', 'draft', 'flagged'], INVALID_STATUS) status?: 'published' | 'draft' | 'flagged';
}

export class ReviewInput {
  @IsIn(['published', 'flagged'], INVALID_STATUS) status!: 'published' | 'flagged';
}

class Author extends NamedUser {}

class PostToReview {
  @Uuid() id!: string;
  @Nullable() @IsString() title!: string | null;
  @IsString() status!: string;
  @Time() created_at!: Date;
  @Nested(() => Author) author!: Author;
}

export class PostsToReviewAnswer extends pageOf('posts', () => PostToReview) {}

class ReviewedPost {
  @Uuid() id!: string;
  @Nullable() @IsString() title!: string | null;
  @IsString() status!: string;
  @Time() updated_at!: Date;
}

export class ReviewedPostAnswer extends answerWith('post', () => ReviewedPost) {}
