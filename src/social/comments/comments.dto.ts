import { IsString } from 'class-validator';
import { Chars, ListOf, Nested, Nullable, Optional, Uuid } from '../../platform/http/input/fields.js';
import { CommentView } from '../posts/posts.dto.js';

export const CONTENT = 10_000;

export class CreateCommentInput {
  @Chars(1, CONTENT) content!: string;
  @Optional() @Nullable() @Uuid() parent_id?: string | null;
}

export class CommentAnswer {
  @Nested(() => CommentView) comment!: CommentView;
}

export class CommentsAnswer {
  @ListOf(() => CommentView) comments!: CommentView[];
  @Nullable() @IsString() next_cursor!: string | null;
}
