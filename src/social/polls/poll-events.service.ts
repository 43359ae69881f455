import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { ThrottleService } from '../../realtime/throttle.service.js';
import { type PollOfPost, PollRepository } from './poll.repository.js';
import { POLL_UPDATED } from './polls.events.js';

const PAUSE_MS = 500;

/** Announces votes. Realtime events hold the counts only, because a poll may be anonymous. */
@Injectable()
export class PollEventsService {
  constructor(
    private readonly polls: PollRepository,
    private readonly realtime: RealtimeService,
    private readonly throttle: ThrottleService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  announceVote(poll_id: string, post_id: string, userId: string): void {
    // The domain event does not hold the option either.
    this.events.record({ type: 'poll.voted', actor_id: userId, data: { poll_id, post_id } });
    const send = () => void this.sendCounts([{ id: poll_id, post_id }]);
    this.throttle.atMost(`poll.updated:${poll_id}`, PAUSE_MS, send);
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
