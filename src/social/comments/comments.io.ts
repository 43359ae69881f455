import { IsString } from 'class-validator';
import { Chars, ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../platform/http/input/fields.js';
import { PersonView } from '../posts/posts.io.js';

export const CONTENT = 10_000;

export class CreateCommentInput {
  @Chars(1, CONTENT) content!: string;
  @Optional() @Nullable() @Uuid() parent_id?: string | null;
}

export class CommentView {
  @Uuid() id!: string;
  @Uuid() post_id!: string;
  @Uuid() user_id!: string;
  @IsString() content!: string;
  @Nullable() @Uuid() parent_id!: string | null;
  @Time() created_at!: Date;
  @Nested(() => PersonView) author!: PersonView;
}

export class CommentAnswer {
  @Nested(() => CommentView) comment!: CommentView;
}

export class CommentsAnswer {
  @ListOf(() => CommentView) comments!: CommentView[];
  @Nullable() @IsString() next_cursor!: string | null;
}
