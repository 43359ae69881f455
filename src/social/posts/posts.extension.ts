import { Injectable } from '@nestjs/common';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { Reportable, type Reported } from '../../moderation/reports/reportable.js';
import { type Asked, type Readable, StreamPolicy } from '../../realtime/extension-points.js';
import { PostEventsService } from './post-events.service.js';
import { PostRepository } from './post.repository.js';

/** Everybody who can read a post may subscribe to its stream. */
@Injectable()
export class PostStreamExtension extends StreamPolicy {
  readonly kind = 'post';

  constructor(private readonly posts: PostRepository) {
    super();
  }

  async readable(asked: Asked[]): Promise<Readable[]> {
    return (await this.posts.areReadable(asked)).map((readable) => (readable ? 'yes' : 'no'));
  }
}

@Injectable()
export class PostReportExtension extends Reportable {
  readonly type = 'post';

  constructor(
    private readonly posts: PostRepository,
    private readonly postEvents: PostEventsService,
  ) {
    super();
  }

  async ownerOf(id: string, callerId: string): Promise<string | undefined> {
    return (await this.posts.findVisible(id, callerId, false))?.user_id;
  }

  async shown(id: string): Promise<Reported | null> {
    return (await this.posts.findReported(id)) ?? null;
  }

  async flag(id: string): Promise<void> {
    const user_id = await this.posts.setFlagged(id, true);
    if (user_id) await this.postEvents.emitUpdated({ id, user_id, status: 'flagged' }, 'published', null);
  }

  async restore(id: string): Promise<void> {
    const user_id = await this.posts.setFlagged(id, false);
    if (user_id) await this.postEvents.emitUpdated({ id, user_id, status: 'published' }, 'flagged', null);
  }
}

/** Foreign keys delete the posts of an account and the comments below them; this announces it. */
@Injectable()
export class PostDeletionExtension extends AccountDeletionHook {
  constructor(
    private readonly posts: PostRepository,
    private readonly postEvents: PostEventsService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    const posts = await this.posts.lockByAuthor(userId);
    if (!posts.length) return;
    this.postEvents.announceDeletedWithAccount(posts, await this.posts.listCommentsBelow(userId), userId);
  }
}
