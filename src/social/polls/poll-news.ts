import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { AtMost } from '../../realtime/at-most.js';
import { Realtime } from '../../realtime/realtime.js';
import { POLL_UPDATED } from '../social.events.js';
import { PollRepository } from './poll.repository.js';

const PAUSE_MS = 500;

/** What is heard of votes: how many there are, and never whose. */
@Injectable()
export class PollNews {
  constructor(
    private readonly polls: PollRepository,
    private readonly realtime: Realtime,
    private readonly atMost: AtMost,
    private readonly outbox: Outbox,
  ) {}

  voted(poll_id: string, post_id: string, userId: string): void {
    // Not for what: a poll may be anonymous.
    this.outbox.record({ type: 'poll.voted', actor_id: userId, data: { poll_id, post_id } });
    this.atMost.atMost(`poll.updated:${poll_id}`, PAUSE_MS, () => void this.tell(poll_id, post_id));
  }

  /** Read when it is sent, so that the last one is true; where that fails, the next one is. */
  private async tell(poll_id: string, post_id: string): Promise<void> {
    if (!this.realtime.hears(`post:${post_id}`)) return;
    const counted = await this.polls.counted(poll_id).catch(() => undefined);
    if (!counted) return;
    const total = counted.counts.reduce((sum, count) => sum + count, 0);
    const { counts, version } = counted;
    this.realtime.hint(POLL_UPDATED, `post:${post_id}`, { poll_id, counts, total, version }, null);
  }
}
