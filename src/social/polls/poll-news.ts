import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { AtMost } from '../../realtime/at-most.js';
import { Realtime } from '../../realtime/realtime.js';
import { POLL_UPDATED } from '../social.events.js';
import { type PollOfPost, PollRepository } from './poll.repository.js';

const PAUSE_MS = 500;

/** What is heard of votes: how many there are, and never whose. */
@Injectable()
export class PollNews {
  constructor(
    private readonly polls: PollRepository,
    private readonly realtime: Realtime,
    private readonly atMost: AtMost,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  voted(poll_id: string, post_id: string, userId: string): void {
    // Not for what: a poll may be anonymous.
    this.outbox.record({ type: 'poll.voted', actor_id: userId, data: { poll_id, post_id } });
    this.atMost.atMost(`poll.updated:${poll_id}`, PAUSE_MS, () => void this.tell([{ id: poll_id, post_id }]));
  }

  /** Of many at once, each once. */
  changedAll(polls: PollOfPost[]): void {
    if (polls.length) this.database.afterCommit(() => void this.tell(polls));
  }

  /** Read when it is sent, so that the last one is true; where that fails, the next one is. */
  private async tell(polls: PollOfPost[]): Promise<void> {
    const heard = polls.filter(({ post_id }) => this.realtime.hears(`post:${post_id}`)).map(({ id }) => id);
    if (!heard.length) return;
    for (const { id, post_id, counts, version } of await this.polls.counted(heard).catch(() => [])) {
      const total = counts.reduce((sum, count) => sum + count, 0);
      this.realtime.hint(POLL_UPDATED, `post:${post_id}`, { poll_id: id, counts, total, version }, null);
    }
  }
}
