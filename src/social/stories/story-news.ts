import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { AtMost } from '../../realtime/at-most.js';
import { Realtime } from '../../realtime/realtime.js';
import { FollowersThere } from '../follows/followers-there.js';
import { STORY_CREATED, STORY_DELETED, STORY_VIEWED } from '../social.events.js';
import { StoryRepository } from './story.repository.js';

const VIEWS_MS = 5_000;

/** What is heard of stories: by those who follow, and how often it was seen by its owner. */
@Injectable()
export class StoryNews {
  constructor(
    private readonly stories: StoryRepository,
    private readonly followers: FollowersThere,
    private readonly realtime: Realtime,
    private readonly atMost: AtMost,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  told(story_id: string, user_id: string): void {
    this.outbox.record({ type: 'story.created', actor_id: user_id, data: { story_id } });
    this.followers.tell(STORY_CREATED, user_id, { story_id, user_id, at: new Date() });
  }

  deleted(story_id: string, user_id: string, actorId: string): void {
    const data = { story_id, user_id };
    this.outbox.record({ type: 'story.deleted', actor_id: actorId, data, staff: actorId !== user_id });
    this.followers.tell(STORY_DELETED, user_id, { story_id, user_id, at: new Date() });
  }

  viewed(story_id: string, viewerId: string): void {
    this.outbox.record({ type: 'story.viewed', actor_id: viewerId, data: { story_id } });
    this.atMost.atMost(`story.viewed:${story_id}`, VIEWS_MS, () => void this.count([story_id]));
  }

  /** Of many at once: somebody who had seen them is gone. */
  unseen(storyIds: string[]): void {
    if (storyIds.length) this.database.afterCommit(() => void this.count(storyIds));
  }

  /** Read when it is sent, so that the last one is true; where that fails, the next one is. */
  private async count(storyIds: string[]): Promise<void> {
    for (const { user_id, ...seen } of await this.stories.viewsCounts(storyIds).catch(() => [])) {
      this.realtime.hint(STORY_VIEWED, `user:${user_id}`, seen, null);
    }
  }
}
