import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../../platform/database/database.service.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { ThrottleService } from '../../realtime/throttle.service.js';
import { STORY_VIEWED } from './stories.events.js';
import { StoryRepository } from './story.repository.js';

const VIEWS_MS = 5_000;

/** Sends the number of views of a story to its owner. */
@Injectable()
export class StoryViewsService {
  constructor(
    private readonly stories: StoryRepository,
    private readonly realtime: RealtimeService,
    private readonly throttle: ThrottleService,
    private readonly database: DatabaseService,
  ) {}

  announceChange(storyId: string): void {
    this.throttle.atMost(`story.viewed:${storyId}`, VIEWS_MS, () => void this.sendCounts([storyId]));
  }

  /** For many stories that one transaction changes: one hint for each story, without the throttle. */
  announceChanges(storyIds: string[]): void {
    if (storyIds.length) this.database.afterCommit(() => void this.sendCounts(storyIds));
  }

  /** Reads the counts when it sends them, so the last hint is exact. After a failure the next hint corrects it. */
  private async sendCounts(storyIds: string[]): Promise<void> {
    for (const { user_id, ...counted } of await this.stories.listViewCounts(storyIds).catch(() => [])) {
      this.realtime.hint(STORY_VIEWED, `user:${user_id}`, counted, null);
    }
  }
}
