import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { NotificationsService } from '../../notifications/notifications.service.js';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { asAnswer } from '../../platform/database/operation-answer.js';
import { isUuid } from '../../platform/database/uuid.js';
import type { ExportNode } from '../../platform/exports/export-node.js';
import { notFound } from '../../platform/http/refusal.js';
import { PostCountersService } from '../posts/post-counters.service.js';
import { PostsService } from '../posts/posts.service.js';
import { ReactionRepository } from './reaction.repository.js';
import type { ReactionAnswer } from './reactions.dto.js';

@Injectable()
export class ReactionsService {
  constructor(
    private readonly reactions: ReactionRepository,
    private readonly posts: PostsService,
    private readonly notifications: NotificationsService,
    private readonly counters: PostCountersService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  async set(post_id: string, caller: Caller, type: string): Promise<ReactionAnswer> {
    if (!isUuid(post_id)) throw notFound('Post');
    const answer = asAnswer({ reaction: { post_id, user_id: caller.id, type } });
    return this.database.transaction(async () => {
      const result = await this.reactions.set(post_id, caller.id, type, isAdmin(caller));
      if (!result) {
        // Only a refused reaction needs the second statement, which finds the reason.
        await this.posts.lockForInteraction(post_id, caller);
        throw notFound('Post');
      }
      if (!result.changed) return answer;
      this.counters.announceChange(post_id);
      this.events.record({ type: 'reaction.set', actor_id: caller.id, data: { post_id, type } });
      if (result.is_new && result.author_id !== caller.id) {
        this.notifications.notify(notification(post_id, result.author_id, caller.id));
      }
      return answer;
    });
  }

  async remove(id: string, caller: Caller): Promise<void> {
    await this.database.transaction(async () => {
      const { id: post_id, user_id } = await this.posts.lockVisible(id, caller);
      if (!(await this.reactions.delete(post_id, caller.id))) return;
      this.notifications.withdraw(notification(post_id, user_id, caller.id));
      this.counters.announceChange(post_id);
      this.events.record({ type: 'reaction.removed', actor_id: caller.id, data: { post_id } });
    });
  }

  listForExport(userId: string): ExportNode {
    return this.reactions.forExport(userId);
  }
}

const notification = (postId: string, user_id: string, actor_id: string) => ({
  user_id,
  actor_id,
  type: 'reaction' as const,
  about: { kind: 'post', id: postId },
});
