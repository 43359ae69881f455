import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { Realtime } from '../../realtime/realtime.js';
import { FollowNotices } from '../follows/follow-notices.js';
import { FollowRepository } from '../follows/follow.repository.js';
import { BlockRepository } from './block.repository.js';

@Injectable()
export class ChangeBlock {
  constructor(
    private readonly blocks: BlockRepository,
    private readonly follows: FollowRepository,
    private readonly notices: FollowNotices,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
  ) {}

  /** Neither follows the other from now on, nor asks to. */
  async block(callerId: string, userId: string): Promise<void> {
    if (callerId === userId) throw new Refusal(400, 'You cannot block yourself');
    await this.database.transaction(async () => {
      await this.blocks.lockPair(callerId, userId);
      const made = await this.blocks.insert(callerId, userId);
      if (made === undefined) throw notFound('User');
      if (!made) return;
      for (const ended of await this.follows.endBoth(callerId, userId)) this.notices.withdraw(ended);
      for (const id of [callerId, userId]) this.realtime.recheck({ user_id: id });
      this.record('user.blocked', callerId, userId);
    });
  }

  /** What the block has ended does not come back. */
  async unblock(callerId: string, userId: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.blocks.lockPair(callerId, userId);
      if (await this.blocks.delete(callerId, userId)) this.record('user.unblocked', callerId, userId);
    });
  }

  private record(type: string, callerId: string, userId: string): void {
    this.outbox.record({ type, actor_id: callerId, data: { user_id: userId } });
  }
}
