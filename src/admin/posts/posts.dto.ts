import { IsIn, IsString } from 'class-validator';
import { ListOf, ListQuery, Nested, Nullable, Optional, saying, Time, Uuid } from '../../platform/http/input/fields.js';

const INVALID_STATUS = saying('Invalid status');

export class ReviewQuery extends ListQuery {
  @Optional() @IsIn(['published', 'draft', 'flagged'], INVALID_STATUS) status?: 'published' | 'draft' | 'flagged';
}

export class ReviewInput {
  @IsIn(['published', 'flagged'], INVALID_STATUS) status!: 'published' | 'flagged';
}

class Author {
  @Uuid() id!: string;
  @Nullable() @IsString() username!: string | null;
}

class PostToReview {
  @Uuid() id!: string;
  @Nullable() @IsString() title!: string | null;
  @IsString() status!: string;
  @Time() created_at!: Date;
  @Nested(() => Author) author!: Author;
}

export class PostsToReviewAnswer {
  @ListOf(() => PostToReview) posts!: PostToReview[];
  @Nullable() @IsString() next_cursor!: string | null;
}

class ReviewedPost {
  @Uuid() id!: string;
  @Nullable() @IsString() title!: string | null;
  @IsString() status!: string;
  @Time() updated_at!: Date;
}

export class ReviewedPostAnswer {
  @Nested(() => ReviewedPost) post!: ReviewedPost;
}
