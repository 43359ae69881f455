import { Injectable } from '@nestjs/common';
import { AccountDeletionHook } from '../account/users/account-deletion-hook.js';
import { CommentsService } from './comments/comments.service.js';
import { PollsService } from './polls/polls.service.js';
import { PostsService } from './posts/posts.service.js';
import { ReactionsService } from './reactions/reactions.service.js';
import { StoriesService } from './stories/stories.service.js';

/** Foreign keys delete what a user has posted; this announces it to those who look at it. */
@Injectable()
export class SocialDeletionExtension extends AccountDeletionHook {
  constructor(
    private readonly posts: PostsService,
    private readonly polls: PollsService,
    private readonly comments: CommentsService,
    private readonly reactions: ReactionsService,
    private readonly stories: StoriesService,
  ) {
    super();
  }

  /** In this order, because it is the order in which the rows are locked. */
  async before(userId: string): Promise<void> {
    await this.posts.announceDeletionWithAccount(userId);
    await this.polls.announceDeletionWithAccount(userId);
    await this.comments.announceDeletionWithAccount(userId);
    await this.reactions.deleteWithAccount(userId);
    await this.stories.announceDeletionWithAccount(userId);
  }
}
