import { Injectable } from '@nestjs/common';
import { ContentFilter } from '../../moderation/content-filter/content-filter.js';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { forbidden, notFound } from '../../platform/http/refusal.js';
import { PostAccess } from '../posts/post-access.js';
import { CommentNews } from './comment-news.js';
import { CommentRepository } from './comment.repository.js';
import { CONTENT, type CreateCommentInput } from './comments.io.js';
import { TellOfComment } from './tell-of-comment.js';

@Injectable()
export class WriteComment {
  constructor(
    private readonly comments: CommentRepository,
    private readonly access: PostAccess,
    private readonly filter: ContentFilter,
    private readonly tell: TellOfComment,
    private readonly database: Database,
    private readonly news: CommentNews,
  ) {}

  /** Answers the comment as JSON. */
  async create(postId: string, caller: Caller, input: CreateCommentInput): Promise<string> {
    const content = await this.filter.clean(input.content, CONTENT);
    return this.database.transaction(async () => {
      const post = await this.access.answerable(postId, caller);
      const parentId = input.parent_id ?? null;
      const answered = parentId ? await this.comments.authorOf(parentId, post.id) : undefined;
      if (parentId && !answered) throw notFound('Comment');
      const { id, json } = await this.comments.insert(post.id, caller.id, parentId, content);
      this.news.created({ id, post_id: post.id }, parentId, json, caller.id);
      await this.tell.run({ id, content, author: caller.id, post, parentId, answered });
      return json;
    });
  }

  /** By who wrote it, by who wrote the post, and by staff. */
  delete(id: string, caller: Caller): Promise<void> {
    return this.database.transaction(async () => {
      const comment = await this.comments.hold(id, caller.id, isAdmin(caller));
      if (!comment) throw notFound('Comment');
      const { user_id, post_author_id } = comment;
      const isHis = [user_id, post_author_id].includes(caller.id);
      if (!isHis && !isAdmin(caller)) throw forbidden();
      const left = await this.comments.company(id);
      if (!left || !(await this.comments.delete(id))) throw notFound('Comment');
      this.tell.forget(comment, left);
      this.news.deleted(comment, caller.id, !isHis);
    });
  }
}
