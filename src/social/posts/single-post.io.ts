import { ListOf, Nested } from '../../platform/http/input/fields.js';
import { CommentView } from '../comments/comments.io.js';
import { ReactionView } from '../reactions/reactions.io.js';
import { PostView } from './posts.io.js';

export class SinglePost extends PostView {
  @ListOf(() => ReactionView) reactions!: ReactionView[];
  /** The first 50; the others by /v1/posts/{id}/comments. */
  @ListOf(() => CommentView) comments!: CommentView[];
}

export class SinglePostAnswer {
  @Nested(() => SinglePost) post!: SinglePost;
}
