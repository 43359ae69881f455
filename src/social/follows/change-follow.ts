import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { BlockRepository } from '../blocks/block.repository.js';
import { FollowNotices } from './follow-notices.js';
import { FollowRepository } from './follow.repository.js';
import type { FollowView } from './follows.io.js';

@Injectable()
export class ChangeFollow {
  constructor(
    private readonly follows: FollowRepository,
    private readonly blocks: BlockRepository,
    private readonly notices: FollowNotices,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Follows at once, or asks to where the account wants to be asked. */
  async follow(follower_id: string, following_id: string): Promise<FollowView> {
    if (follower_id === following_id) throw new Refusal(400, 'You cannot follow yourself');
    return this.between(follower_id, following_id, async () => {
      const asked = await this.follows.ask(follower_id, following_id);
      if (!asked) throw notFound('User');
      const { blocked, before, status, follower } = asked;
      if (blocked || !status) throw new Refusal(403, 'You cannot follow this user');
      const follow = { follower_id, following_id, status };
      if (status !== before) {
        if (before) this.notices.withdraw({ ...follow, status: before });
        this.notices.of(follow, follower);
        this.outbox.record({ type: 'follow.created', actor_id: follower_id, data: follow });
      }
      return follow;
    });
  }

  async accept(follower_id: string, following_id: string): Promise<FollowView> {
    const follow = { follower_id, following_id, status: 'following' as const };
    return this.between(follower_id, following_id, async () => {
      const followed = await this.follows.accept(follower_id, following_id);
      if (followed) {
        this.notices.accepted(follow, followed);
        this.outbox.record({ type: 'follow.accepted', actor_id: following_id, data: follow });
      } else if (!(await this.follows.isFollowing(follower_id, following_id))) {
        throw notFound('Follow request');
      }
      return follow;
    });
  }

  /** Whoever follows already is not touched by it. */
  async decline(follower_id: string, following_id: string): Promise<void> {
    await this.between(follower_id, following_id, async () => {
      if (!(await this.follows.decline(follower_id, following_id))) throw notFound('Follow request');
      const data = { follower_id, following_id };
      this.notices.withdraw({ ...data, status: 'requested' });
      this.outbox.record({ type: 'follow.declined', actor_id: following_id, data });
    });
  }

  /** Ends it, or takes a request back. */
  async end(follower_id: string, following_id: string): Promise<void> {
    await this.between(follower_id, following_id, async () => {
      const status = await this.follows.end(follower_id, following_id);
      if (!status) return;
      const data = { follower_id, following_id, status };
      this.notices.withdraw(data);
      this.outbox.record({ type: 'follow.ended', actor_id: follower_id, data });
    });
  }

  /** One after the other for the same two people, whoever of them asks, so that a block and a follow cannot cross. */
  private between<T>(one: string, other: string, work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.blocks.lockPair(one, other);
      return work();
    });
  }
}
