import { IsString, IsUUID } from 'class-validator';
import { Chars, ListOf, Nested, Nullable, Optional, Time } from '../../platform/http/input/fields.js';
import { PersonView } from '../posts/posts.io.js';

export class CreateCommentInput {
  @Chars(1, 10_000) content!: string;
  @Optional() @Nullable() @IsUUID() parent_id?: string | null;
}

export class CommentView {
  @IsUUID() id!: string;
  @IsUUID() post_id!: string;
  @IsUUID() user_id!: string;
  @IsString() content!: string;
  @Nullable() @IsUUID() parent_id!: string | null;
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
