import { Injectable } from '@nestjs/common';
import { effectOf } from '../../events/define-event.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { ThrottleService } from '../../realtime/throttle.service.js';
import { PostRepository } from './post.repository.js';
import { POST_COUNTERS } from './posts.events.js';

const PAUSE_MS = 500;

/** Sends the counters of a post to the subscribers of its stream. */
@Injectable()
export class PostCountersService {
  constructor(
    private readonly posts: PostRepository,
    private readonly realtime: RealtimeService,
    private readonly throttle: ThrottleService,
    private readonly database: DatabaseService,
  ) {}

  announceChange(postId: string): void {
    this.throttle.atMost(`post.counters:${postId}`, PAUSE_MS, () => void this.sendCounters([postId]));
  }

  /** For many posts that one transaction changes: one hint for each post, without the throttle. */
  announceChanges(postIds: string[]): void {
    if (postIds.length) this.database.afterCommit(() => void this.sendCounters(postIds));
  }

  /** Reads the counters when it sends them, so the last hint is exact. After a failure the next hint corrects it. */
  private async sendCounters(postIds: string[]): Promise<void> {
    const subscribed = postIds.filter((id) => this.realtime.hears(`post:${id}`));
    if (!subscribed.length) return;
    const counters = await this.posts.listCounters(subscribed).catch(() => []);
    for (const one of counters) this.realtime.hint(POST_COUNTERS, `post:${one.post_id}`, one, null);
  }
}

/** Sends the counters of a post after an event that changed them. */
export const countersOf = (postId: string) =>
  effectOf(PostCountersService, (counters) => counters.announceChange(postId));
