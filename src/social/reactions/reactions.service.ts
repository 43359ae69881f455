import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { type Caller, isAdmin } from '../../platform/access/access.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import { notFound } from '../../platform/http/refusal.js';
import { PostCountersService } from '../posts/post-counters.service.js';
import { PostsService } from '../posts/posts.service.js';
import { ReactionRepository } from './reaction.repository.js';
import type { ReactionAnswer } from './reactions.dto.js';
import { ReactionRemoved, ReactionSet } from './reactions.events.js';

@Injectable()
export class ReactionsService {
  constructor(
    private readonly reactions: ReactionRepository,
    private readonly posts: PostsService,
    private readonly counters: PostCountersService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  async set(post_id: string, caller: Caller, type: string): Promise<ReactionAnswer> {
    const answer = asAnswer({ reaction: { post_id, user_id: caller.id, type } });
    return this.database.sharedTransaction('reaction', async () => {
      const result = await this.reactions.set(post_id, caller.id, type, isAdmin(caller));
      if (!result) {
        // Only a refused reaction needs the second statement, which finds the reason.
        await this.posts.lockForInteraction(post_id, caller);
        throw notFound('Post');
      }
      if (!result.changed) return answer;
      const { author_id: post_author_id, is_new } = result;
      this.events.announce(ReactionSet, { post_id, user_id: caller.id, type, post_author_id, is_new }, caller.id);
      return answer;
    });
  }

  async remove(post_id: string, caller: Caller): Promise<void> {
    await this.database.sharedTransaction('reaction', async () => {
      const post = await this.posts.lockVisible(post_id, caller);
      if (!(await this.reactions.delete({ post_id, user_id: caller.id }))) return;
      const reaction = { post_id, user_id: caller.id, post_author_id: post.user_id };
      this.events.announce(ReactionRemoved, reaction, caller.id);
    });
  }

  /** Deletes the reactions before the account is deleted, and announces the counters of the posts. */
  async deleteWithAccount(userId: string): Promise<void> {
    this.counters.announceChanges(await this.reactions.deleteByUser(userId));
  }
}
