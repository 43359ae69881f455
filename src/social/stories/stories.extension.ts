import { Injectable } from '@nestjs/common';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { StoryEventsService } from './story-events.service.js';
import { StoryRepository } from './story.repository.js';

/** Foreign keys delete the stories and views of an account; this announces it. */
@Injectable()
export class StoryDeletionExtension extends AccountDeletionHook {
  constructor(
    private readonly stories: StoryRepository,
    private readonly storyEvents: StoryEventsService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    this.storyEvents.announceViewsRemoved(await this.stories.listViewedBy(userId));
    await this.storyEvents.announceDeletedWithAccount(await this.stories.listActiveIds(userId), userId);
  }
}
