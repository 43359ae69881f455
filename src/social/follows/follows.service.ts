import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import { EventsService } from '../../events/events.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import { notFound, refusal } from '../../platform/http/refusal.js';
import { BlockRepository } from '../blocks/block.repository.js';
import { BlockHook } from '../blocks/blocks.service.js';
import { FollowRepository } from './follow.repository.js';
import type { FollowAnswer, FollowersAnswer, FollowingAnswer, FollowRequestsAnswer } from './follows.dto.js';
import { FollowAccepted, FollowCreated, FollowDeclined, FollowEnded, FollowsEndedByBlock } from './follows.events.js';

export const cannotFollowSelf = refusal(400, 'You cannot follow yourself');
export const cannotFollow = refusal(403, 'You cannot follow this user');

@Injectable()
export class FollowsService extends BlockHook {
  constructor(
    private readonly follows: FollowRepository,
    private readonly users: UserRepository,
    private readonly blocks: BlockRepository,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {
    super();
  }

  /** Makes a request if the account approves its followers, else a follow. */
  async follow(follower_id: string, following_id: string): Promise<FollowAnswer> {
    if (follower_id === following_id) throw cannotFollowSelf();
    return this.withPairLocked(follower_id, following_id, async () => {
      const requested = await this.follows.request(follower_id, following_id);
      if (!requested) throw notFound('User');
      const { blocked, before: status_before, status, follower } = requested;
      if (blocked || !status) throw cannotFollow();
      const follow = { follower_id, following_id, status };
      if (status !== status_before) {
        this.events.announce(FollowCreated, { follow, status_before, follower }, follower_id);
      }
      return asAnswer({ follow });
    });
  }

  async accept(follower_id: string, following_id: string): Promise<FollowAnswer> {
    const follow = { follower_id, following_id, status: 'following' as const };
    return this.withPairLocked(follower_id, following_id, async () => {
      const followed = await this.follows.accept(follower_id, following_id);
      if (followed) this.events.announce(FollowAccepted, { follow, followed }, following_id);
      else if (!(await this.follows.exists(follow))) throw notFound('Follow request');
      return { follow };
    });
  }

  /** Deletes a request only: an existing follow is not affected. */
  async decline(follower_id: string, following_id: string): Promise<void> {
    await this.withPairLocked(follower_id, following_id, async () => {
      const request = { follower_id, following_id, status: 'requested' as const };
      if (!(await this.follows.delete(request))) throw notFound('Follow request');
      this.events.announce(FollowDeclined, { follower_id, following_id }, following_id);
    });
  }

  /** Also withdraws a request. */
  async unfollow(follower_id: string, following_id: string): Promise<void> {
    if (!isUuid(following_id)) throw notFound('User');
    await this.withPairLocked(follower_id, following_id, async () => {
      const ended = await this.follows.deleteOne({ follower_id, following_id });
      if (!ended) return;
      this.events.announce(FollowEnded, { follower_id, following_id, status: ended.status }, follower_id);
    });
  }

  /** A block ends follows and requests in both directions. */
  async afterBlock(blockerId: string, blockedId: string): Promise<void> {
    const ended = await this.follows.deleteBetween(blockerId, blockedId);
    this.events.announce(FollowsEndedByBlock, ended, blockerId);
  }

  async listRequests(userId: string, query: PageQuery): Promise<FollowRequestsAnswer> {
    const { rows, next_cursor } = await this.follows.list('requests', userId, query);
    const requests = rows.map(({ profile, since }) => ({ follower: profile, created_at: since }));
    return { requests, next_cursor };
  }

  async listFollowers(name: string, query: PageQuery): Promise<FollowersAnswer> {
    const { rows, next_cursor } = await this.follows.list('followers', await this.requireUserId(name), query);
    return { followers: rows.map(({ profile }) => profile), next_cursor };
  }

  async listFollowing(name: string, query: PageQuery): Promise<FollowingAnswer> {
    const { rows, next_cursor } = await this.follows.list('following', await this.requireUserId(name), query);
    return { following: rows.map(({ profile }) => profile), next_cursor };
  }

  /** `name` is an id or a username. */
  private async requireUserId(name: string): Promise<string> {
    const user = await this.users.findActive(name);
    if (!user) throw notFound('User');
    return user.id;
  }

  /** Serialises changes between the same two users, so that a block and a follow cannot cross. */
  private withPairLocked<T>(one: string, other: string, work: () => Promise<T>): Promise<T> {
    return this.database.sharedTransaction('follow', async () => {
      await this.blocks.lockPair(one, other);
      return work();
    });
  }
}
