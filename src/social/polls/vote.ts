import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { invalid, notFound } from '../../platform/http/refusal.js';
import { PollRepository } from './poll.repository.js';

@Injectable()
export class Vote {
  constructor(
    private readonly polls: PollRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** In the place of the vote before; answers the poll as JSON. */
  run(id: string, userId: string, option: number): Promise<string> {
    if (!isUuid(id)) throw notFound('Poll');
    return this.database.transaction(async () => {
      const voted = await this.polls.vote(id, userId, option);
      if (!voted) throw notFound('Poll');
      if (!voted.offered) throw invalid({ field: 'option_index', message: 'the poll has no such option' });
      if (voted.changed) {
        // Not for what: a poll may be anonymous.
        const data = { poll_id: id.toLowerCase(), post_id: voted.post_id };
        await this.outbox.record({ type: 'poll.voted', actor_id: userId, data });
      }
      return this.polls.show(id, userId);
    });
  }
}
