import { Injectable } from '@nestjs/common';
import { WordFilterService } from '../../moderation/word-filter/word-filter.service.js';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import type { ExportNode } from '../../platform/exports/export-node.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { forbidden, notFound } from '../../platform/http/refusal.js';
import { PostsService } from '../posts/posts.service.js';
import { CommentEventsService } from './comment-events.service.js';
import { CommentRepository, readCommentPage } from './comment.repository.js';
import { CONTENT, type CreateCommentInput } from './comments.dto.js';

@Injectable()
export class CommentsService {
  constructor(
    private readonly comments: CommentRepository,
    private readonly posts: PostsService,
    private readonly filter: WordFilterService,
    private readonly database: DatabaseService,
    private readonly commentEvents: CommentEventsService,
  ) {}

  /** `position` is where the post's stream stood before the comments were read. */
  async list(
    postId: string,
    query: PageQuery,
    viewer: Caller | undefined,
  ): Promise<{ answer: RawJson; position: string }> {
    const page = readCommentPage(query);
    const { id, position } = await this.posts.requireVisible(postId, viewer);
    return { answer: new RawJson(await this.comments.page(id, page)), position };
  }

  async create(postId: string, author: Caller, input: CreateCommentInput): Promise<RawJson> {
    // The word filter runs in a worker thread, so it must not run inside the transaction.
    const content = await this.filter.clean(input.content, CONTENT);
    return this.database.transaction(async () => {
      const post = await this.posts.lockForInteraction(postId, author);
      const parent = await this.requireParent(input.parent_id, post.id);
      const { id, json } = await this.comments.insert(post.id, author.id, parent?.id ?? null, content);
      await this.commentEvents.announceCreated({ id, content, json, authorId: author.id, post, parent });
      return asAnswer(new RawJson(`{"comment":${json}}`));
    });
  }

  /** The comment's author, the post's author and admins may delete it. */
  async delete(id: string, caller: Caller): Promise<void> {
    if (!isUuid(id)) throw notFound('Comment');
    await this.database.transaction(async () => {
      const comment = await this.comments.lockVisible(id, caller.id, isAdmin(caller));
      if (!comment) throw notFound('Comment');
      const isOwn = [comment.user_id, comment.post_author_id].includes(caller.id);
      if (!isOwn && !isAdmin(caller)) throw forbidden();
      const surroundings = await this.comments.findSurroundings(id);
      if (!surroundings || !(await this.comments.delete(id))) throw notFound('Comment');
      this.commentEvents.announceDeleted(comment, surroundings, caller.id, !isOwn);
    });
  }

  listForExport(userId: string): ExportNode {
    return this.comments.forExport(userId);
  }

  private async requireParent(id: string | null | undefined, postId: string) {
    if (!id) return undefined;
    const authorId = await this.comments.lockAuthor(id, postId);
    if (!authorId) throw notFound('Comment');
    return { id, authorId };
  }
}
