import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { WordFilterService } from '../../moderation/word-filter/word-filter.service.js';
import { type Caller, isAdmin } from '../../platform/access/access.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { forbidden, notFound } from '../../platform/http/refusal.js';
import { PostsService } from '../posts/posts.service.js';
import { CommentNotificationsService, type ParentComment } from './comment-notifications.service.js';
import { CommentCreated, CommentDeleted, CommentsDeletedWithAccount } from './comments.events.js';
import { CommentRepository, readCommentPage } from './comment.repository.js';
import { CONTENT, type CreateCommentInput } from './comments.dto.js';

@Injectable()
export class CommentsService {
  constructor(
    private readonly comments: CommentRepository,
    private readonly posts: PostsService,
    private readonly notifications: CommentNotificationsService,
    private readonly filter: WordFilterService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  /** `position` is where the post's stream stood before the comments were read. */
  async list(postId: string, query: PageQuery, viewer: Caller | undefined) {
    const page = readCommentPage(query);
    const { id, position } = await this.posts.requireVisible(postId, viewer);
    return { answer: new RawJson(await this.comments.page(id, page)), position };
  }

  async create(postId: string, author: Caller, input: CreateCommentInput): Promise<RawJson> {
    // The word filter runs in a worker thread, so it must not run inside the transaction.
    const content = await this.filter.clean(input.content, CONTENT);
    return this.database.sharedTransaction('comment', async () => {
      const post = await this.posts.lockForInteraction(postId, author);
      const parent = await this.requireParent(input.parent_id, post.id);
      const parent_id = parent?.id ?? null;
      const readers = await this.notifications.findReaders({ content, author_id: author.id, post, parent });
      // The last statement: events of the post's stream have the order of its comments.
      const { id, json } = await this.comments.write(post.id, author.id, parent_id, content);
      this.events.announce(CommentCreated, { id, post_id: post.id, parent_id, json, readers }, author.id);
      return asAnswer(new RawJson(`{"comment":${json}}`));
    });
  }

  /** The comment's author, the post's author and admins may delete it. */
  async delete(id: string, caller: Caller): Promise<void> {
    await this.database.transaction(async () => {
      const comment = await this.comments.lockVisible(id, caller.id, isAdmin(caller));
      if (!comment) throw notFound('Comment');
      const isOwn = [comment.user_id, comment.post_author_id].includes(caller.id);
      if (!isOwn && !isAdmin(caller)) throw forbidden();
      const surroundings = await this.comments.findSurroundings(id);
      if (!surroundings || !(await this.comments.delete({ id }))) throw notFound('Comment');
      this.events.announce(CommentDeleted, { ...comment, surroundings, staff: !isOwn }, caller.id);
    });
  }

  /** Must run before the account is deleted. Foreign keys delete the rows. */
  async announceDeletionWithAccount(userId: string): Promise<void> {
    const comments = await this.comments.listBelowPostsOfOthers(userId);
    this.events.announce(CommentsDeletedWithAccount, comments, userId);
  }

  private async requireParent(id: string | null | undefined, post_id: string): Promise<ParentComment | undefined> {
    if (!id) return undefined;
    return this.comments.the({ id, post_id }, 'Comment', { select: ['id', 'user_id'], lock: 'key share' });
  }
}
