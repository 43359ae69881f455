import { answerWith, pageOf } from '../../platform/http/answers.js';
import { Chars, Nullable, Optional, Uuid } from '../../platform/http/fields.js';
import { CommentView } from '../posts/posts.dto.js';

export const CONTENT = 10_000;

export class CreateCommentInput {
  @Chars(1, CONTENT) content!: string;
  @Optional() @Nullable() @Uuid() parent_id?: string | null;
}

export class CommentAnswer extends answerWith('comment', () => CommentView) {}

export class CommentsAnswer extends pageOf('comments', () => CommentView) {}
