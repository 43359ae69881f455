import { Injectable } from '@nestjs/common';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { PostCountersService } from '../posts/post-counters.service.js';
import { ReactionRepository } from './reaction.repository.js';

/** Deletes the reactions of an account and announces the new counters of the posts. */
@Injectable()
export class ReactionDeletionExtension extends AccountDeletionHook {
  constructor(
    private readonly reactions: ReactionRepository,
    private readonly counters: PostCountersService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    this.counters.announceChanges(await this.reactions.deleteByUser(userId));
  }
}
