import { Injectable } from '@nestjs/common';
import { Files } from '../../files/files.js';
import { Notifications } from '../../notifications/notifications.js';
import type { Caller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import { PostNews } from './post-news.js';
import { changeable } from './post.policy.js';
import { PostRepository } from './post.repository.js';

@Injectable()
export class DeletePost {
  constructor(
    private readonly posts: PostRepository,
    private readonly files: Files,
    private readonly notifications: Notifications,
    private readonly database: Database,
    private readonly news: PostNews,
  ) {}

  /** With its files, and with all that was said below it and told of it. An admin may do so as staff, also to his own. */
  run(id: string, caller: Caller, asStaff = false): Promise<void> {
    if (!isUuid(id)) throw notFound('Post');
    return this.database.transaction(async () => {
      const post = changeable(await this.posts.lockToDelete(id), caller);
      await this.files.release(await this.posts.filesOf(post.id));
      this.notifications.forget({ kind: 'post', id: post.id });
      this.notifications.forget({ kind: 'comment', id: await this.posts.commentsOf(post.id) });
      await this.posts.delete(post.id);
      this.news.deleted(post, caller.id, asStaff || post.user_id !== caller.id);
    });
  }
}
