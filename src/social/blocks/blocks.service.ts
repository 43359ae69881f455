import { Injectable } from '@nestjs/common';
import { defineEvent } from '../../events/define-event.js';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import { ExtensionsService, type Many } from '../../platform/extensions.service.js';
import { notFound, refusal } from '../../platform/http/refusal.js';
import { recheck } from '../../realtime/realtime.effects.js';
import type { Block } from './block.entity.js';
import { BlockRepository } from './block.repository.js';
import type { BlocksAnswer } from './blocks.dto.js';

export const cannotInteract = refusal(403, 'You cannot interact with this user');
export const cannotBlockSelf = refusal(400, 'You cannot block yourself');

/** Extension point: what has to end between two users when one of them blocks the other, in the same transaction. */
export abstract class BlockHook {
  abstract afterBlock(blockerId: string, blockedId: string): Promise<void>;
}

type Pair = Pick<Block, 'blocker_id' | 'blocked_id'>;

const UserBlocked = defineEvent<Pair>('user.blocked', {
  data: ({ blocked_id }) => ({ user_id: blocked_id }),
  effects: ({ blocker_id, blocked_id }) => [recheck({ user_id: blocker_id }), recheck({ user_id: blocked_id })],
});
const UserUnblocked = defineEvent<Pair>('user.unblocked', { data: ({ blocked_id }) => ({ user_id: blocked_id }) });

@Injectable()
export class BlocksService {
  private readonly hooks: Many<BlockHook>;

  constructor(
    private readonly blocks: BlockRepository,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
    extensions: ExtensionsService,
  ) {
    this.hooks = extensions.many(BlockHook);
  }

  async list(userId: string, query: PageQuery): Promise<BlocksAnswer> {
    const { rows, next_cursor } = await this.blocks.listByBlocker(userId, query);
    return { blocks: rows, next_cursor };
  }

  async block(blocker_id: string, blocked_id: string): Promise<void> {
    if (blocker_id === blocked_id) throw cannotBlockSelf();
    await this.database.transaction(async () => {
      await this.blocks.lockPair(blocker_id, blocked_id);
      const isNew = await this.blocks.write(blocker_id, blocked_id);
      if (isNew === undefined) throw notFound('User');
      if (!isNew) return;
      for (const hook of this.hooks.values) await hook.afterBlock(blocker_id, blocked_id);
      this.events.announce(UserBlocked, { blocker_id, blocked_id }, blocker_id);
    });
  }

  /** Follows that the block ended do not come back. */
  async unblock(blocker_id: string, blocked_id: string): Promise<void> {
    if (!isUuid(blocked_id)) throw notFound('User');
    await this.database.transaction(async () => {
      await this.blocks.lockPair(blocker_id, blocked_id);
      if (!(await this.blocks.delete({ blocker_id, blocked_id }))) return;
      this.events.announce(UserUnblocked, { blocker_id, blocked_id }, blocker_id);
    });
  }
}
