import { Injectable } from '@nestjs/common';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { PollEventsService } from './poll-events.service.js';
import { PollRepository } from './poll.repository.js';

/** Foreign keys delete the votes of an account; this announces the new counts. */
@Injectable()
export class PollDeletionExtension extends AccountDeletionHook {
  constructor(
    private readonly polls: PollRepository,
    private readonly pollEvents: PollEventsService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    this.pollEvents.announceChanges(await this.polls.listVotedBy(userId));
  }
}
