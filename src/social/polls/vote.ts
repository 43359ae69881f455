import { Injectable } from '@nestjs/common';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { invalid, notFound } from '../../platform/http/refusal.js';
import { cannotInteract } from '../posts/post.policy.js';
import { PollNews } from './poll-news.js';
import { PollRepository } from './poll.repository.js';

@Injectable()
export class Vote {
  constructor(
    private readonly polls: PollRepository,
    private readonly database: Database,
    private readonly news: PollNews,
  ) {}

  /** In the place of the vote before; answers the poll as JSON. */
  run(id: string, caller: Caller, option: number): Promise<string> {
    if (!isUuid(id)) throw notFound('Poll');
    return this.database.transaction(async () => {
      const voted = await this.polls.vote(id, caller.id, option, isAdmin(caller));
      if (!voted) throw notFound('Poll');
      if (voted.blocked) throw cannotInteract();
      if (!voted.offered) throw invalid({ field: 'option_index', message: 'the poll has no such option' });
      if (voted.changed) this.news.voted(id, voted.post_id, caller.id);
      return this.polls.show(id, caller.id);
    });
  }
}
