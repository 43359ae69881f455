import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Notifications } from '../../notifications/notifications.js';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound } from '../../platform/http/refusal.js';
import { PostAccess } from '../posts/post-access.js';
import { PostCounts } from '../posts/post-counts.js';
import { ReactionRepository } from './reaction.repository.js';

@Injectable()
export class React {
  constructor(
    private readonly reactions: ReactionRepository,
    private readonly access: PostAccess,
    private readonly notifications: Notifications,
    private readonly counts: PostCounts,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  async set(post_id: string, caller: Caller, type: string): Promise<void> {
    if (!isUuid(post_id)) throw notFound('Post');
    await this.database.transaction(async () => {
      const reacted = await this.reactions.react(post_id, caller.id, type, isAdmin(caller));
      if (!reacted) {
        await this.access.answerable(post_id, caller);
        throw notFound('Post');
      }
      if (!reacted.changed) return;
      this.counts.changed(post_id);
      this.outbox.record({ type: 'reaction.set', actor_id: caller.id, data: { post_id, type } });
      if (reacted.is_new && reacted.author_id !== caller.id) {
        const about = { kind: 'post', id: post_id };
        this.notifications.notify({
          user_id: reacted.author_id,
          actor_id: caller.id,
          type: 'reaction',
          about,
        });
      }
    });
  }

  async remove(id: string, caller: Caller): Promise<void> {
    await this.database.transaction(async () => {
      const { id: post_id, user_id } = await this.access.held(id, caller);
      if (!(await this.reactions.remove(post_id, caller.id))) return;
      const about = { kind: 'post', id: post_id };
      this.notifications.withdraw({ user_id, actor_id: caller.id, type: 'reaction', about });
      this.counts.changed(post_id);
      this.outbox.record({ type: 'reaction.removed', actor_id: caller.id, data: { post_id } });
    });
  }
}
