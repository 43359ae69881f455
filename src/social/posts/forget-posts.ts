import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { Notifications } from '../../notifications/notifications.js';
import { PostNews } from './post-news.js';
import { PostRepository } from './post.repository.js';

/** His posts go with him, and what others wrote below them: nobody is to be sent there. */
@Injectable()
export class ForgetPosts extends Farewell {
  constructor(
    private readonly posts: PostRepository,
    private readonly notifications: Notifications,
    private readonly news: PostNews,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    const posts = await this.posts.lockAllOf(userId);
    if (!posts.length) return;
    this.notifications.forget({ kind: 'post', id: posts });
    this.notifications.forget({ kind: 'comment', id: await this.posts.commentsBelow(userId) });
    for (const id of posts) this.news.gone(id, userId);
  }
}
