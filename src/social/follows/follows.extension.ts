import { Injectable } from '@nestjs/common';
import { BlockHook } from '../blocks/block-hook.js';
import { FollowEventsService } from './follow-events.service.js';
import { FollowRepository } from './follow.repository.js';

/** A block ends follows and requests in both directions, and withdraws their notifications. */
@Injectable()
export class FollowBlockExtension extends BlockHook {
  constructor(
    private readonly follows: FollowRepository,
    private readonly followEvents: FollowEventsService,
  ) {
    super();
  }

  async afterBlock(blockerId: string, blockedId: string): Promise<void> {
    for (const follow of await this.follows.deleteBetween(blockerId, blockedId)) {
      this.followEvents.withdrawNotification(follow);
    }
  }
}
