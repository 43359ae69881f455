import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../../platform/database/database.service.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { ThrottleService } from '../../realtime/throttle.service.js';
import { type PollOfPost, PollRepository } from './poll.repository.js';
import { POLL_UPDATED } from './polls.events.js';

const PAUSE_MS = 500;

/** Sends the counts of a poll to the subscribers of its post: the counts only, because a poll may be anonymous. */
@Injectable()
export class PollCountsService {
  constructor(
    private readonly polls: PollRepository,
    private readonly realtime: RealtimeService,
    private readonly throttle: ThrottleService,
    private readonly database: DatabaseService,
  ) {}

  announceChange(poll: PollOfPost): void {
    this.throttle.atMost(`poll.updated:${poll.id}`, PAUSE_MS, () => void this.sendCounts([poll]));
  }

  /** For many polls that one transaction changes: one hint for each poll, without the throttle. */
  announceChanges(polls: PollOfPost[]): void {
    if (polls.length) this.database.afterCommit(() => void this.sendCounts(polls));
  }

  /** Reads the counts when it sends them, so the last hint is exact. After a failure the next hint corrects it. */
  private async sendCounts(polls: PollOfPost[]): Promise<void> {
    const subscribed = polls.filter(({ post_id }) => this.realtime.hears(`post:${post_id}`));
    if (!subscribed.length) return;
    const counted = await this.polls.listCounts(subscribed.map(({ id }) => id)).catch(() => []);
    for (const { id, post_id, counts, version } of counted) {
      const total = counts.reduce((sum, count) => sum + count, 0);
      this.realtime.hint(POLL_UPDATED, `post:${post_id}`, { poll_id: id, counts, total, version }, null);
    }
  }
}
