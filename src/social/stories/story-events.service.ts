import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { ThrottleService } from '../../realtime/throttle.service.js';
import { OnlineFollowersService } from '../follows/online-followers.service.js';
import { STORY_CREATED, STORY_DELETED, STORY_VIEWED } from './stories.events.js';
import { StoryRepository } from './story.repository.js';

const VIEWS_MS = 5_000;

/** Announces stories to the owner's followers, and the number of views to the owner. */
@Injectable()
export class StoryEventsService {
  constructor(
    private readonly stories: StoryRepository,
    private readonly followers: OnlineFollowersService,
    private readonly realtime: RealtimeService,
    private readonly throttle: ThrottleService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  announceCreated(story_id: string, user_id: string): void {
    this.events.record({ type: 'story.created', actor_id: user_id, data: { story_id } });
    this.followers.sendHint(STORY_CREATED, user_id, { story_id, user_id, at: new Date() });
  }

  announceDeleted(story_id: string, user_id: string, actorId: string): void {
    const data = { story_id, user_id };
    this.events.record({ type: 'story.deleted', actor_id: actorId, data, staff: actorId !== user_id });
    this.followers.sendHint(STORY_DELETED, user_id, { story_id, user_id, at: new Date() });
  }

  /** For the stories of an account that is deleted: after the COMMIT nobody follows it, so this looks now. */
  async announceDeletedWithAccount(storyIds: string[], user_id: string): Promise<void> {
    if (!storyIds.length) return;
    const streams = await this.followers.listStreams(user_id);
    for (const story_id of storyIds) {
      this.realtime.hint(STORY_DELETED, streams, { story_id, user_id, at: new Date() }, user_id);
    }
  }

  announceViewed(story_id: string, viewerId: string): void {
    this.events.record({ type: 'story.viewed', actor_id: viewerId, data: { story_id } });
    const send = () => void this.sendViewCounts([story_id]);
    this.throttle.atMost(`story.viewed:${story_id}`, VIEWS_MS, send);
  }

  /** For the stories that a deleted account has seen. */
  announceViewsRemoved(storyIds: string[]): void {
    if (storyIds.length) this.database.afterCommit(() => void this.sendViewCounts(storyIds));
  }

  /** Reads the counts when it sends them, so the last hint is exact. After a failure the next hint corrects it. */
  private async sendViewCounts(storyIds: string[]): Promise<void> {
    for (const { user_id, ...counted } of await this.stories.listViewCounts(storyIds).catch(() => [])) {
      this.realtime.hint(STORY_VIEWED, `user:${user_id}`, counted, null);
    }
  }
}
