import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { isUuid } from '../../platform/database/uuid.js';
import type { ExportNode } from '../../platform/exports/export-node.js';
import { ExtensionsService, type Many } from '../../platform/extensions.service.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { BlockHook } from './block-hook.js';
import { BlockRepository } from './block.repository.js';
import type { BlocksAnswer } from './blocks.dto.js';

@Injectable()
export class BlocksService {
  private readonly hooks: Many<BlockHook>;

  constructor(
    private readonly blocks: BlockRepository,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
    private readonly realtime: RealtimeService,
    extensions: ExtensionsService,
  ) {
    this.hooks = extensions.many(BlockHook);
  }

  async list(userId: string, query: PageQuery): Promise<BlocksAnswer> {
    const { rows, next_cursor } = await this.blocks.listByBlocker(userId, query);
    return { blocks: rows, next_cursor };
  }

  async block(callerId: string, userId: string): Promise<void> {
    if (!isUuid(userId)) throw notFound('User');
    if (callerId === userId) throw new Refusal(400, 'You cannot block yourself');
    await this.database.transaction(async () => {
      await this.blocks.lockPair(callerId, userId);
      const isNew = await this.blocks.insert(callerId, userId);
      if (isNew === undefined) throw notFound('User');
      if (!isNew) return;
      for (const hook of this.hooks.values) await hook.afterBlock(callerId, userId);
      for (const id of [callerId, userId]) this.realtime.recheck({ user_id: id });
      this.recordEvent('user.blocked', callerId, userId);
    });
  }

  /** Follows that the block ended do not come back. */
  async unblock(callerId: string, userId: string): Promise<void> {
    if (!isUuid(userId)) throw notFound('User');
    await this.database.transaction(async () => {
      await this.blocks.lockPair(callerId, userId);
      if (await this.blocks.delete(callerId, userId)) this.recordEvent('user.unblocked', callerId, userId);
    });
  }

  /** True if one of the two has blocked the other. */
  areBlocked(one: string, other: string): Promise<boolean> {
    return this.blocks.existsBetween(one, other);
  }

  /** Everybody who blocked the user or is blocked by them. */
  listHiddenFrom(userId: string): Promise<string[]> {
    return this.blocks.listHiddenFrom(userId);
  }

  /** Until the transaction ends, no other transaction changes a follow or a block between the two. */
  lockPair(one: string, other: string): Promise<void> {
    return this.blocks.lockPair(one, other);
  }

  listForExport(userId: string): ExportNode {
    return this.blocks.forExport(userId);
  }

  private recordEvent(type: string, callerId: string, userId: string): void {
    this.events.record({ type, actor_id: callerId, data: { user_id: userId } });
  }
}
