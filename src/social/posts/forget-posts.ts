import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { Notifications } from '../../notifications/notifications.js';
import { PostRepository } from './post.repository.js';

/** His posts go with him, and what others wrote below them: nobody is to be sent there. */
@Injectable()
export class ForgetPosts extends Farewell {
  constructor(
    private readonly posts: PostRepository,
    private readonly notifications: Notifications,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    const posts = await this.posts.lockAllOf(userId);
    if (!posts.length) return;
    await this.notifications.forget({ kind: 'post', id: posts });
    await this.notifications.forget({ kind: 'comment', id: await this.posts.commentsBelow(userId) });
  }
}
