import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { PollNews } from '../polls/poll-news.js';
import { PollRepository } from '../polls/poll.repository.js';
import { PostCounts } from '../posts/post-counts.js';
import { ReactionRepository } from './reaction.repository.js';

/** His reactions and votes go with him: whoever looks at a post sees how many are left. */
@Injectable()
export class ForgetOpinions extends Farewell {
  constructor(
    private readonly reactions: ReactionRepository,
    private readonly polls: PollRepository,
    private readonly counts: PostCounts,
    private readonly news: PollNews,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    this.counts.changedAll(await this.reactions.deleteAllOf(userId));
    this.news.changedAll(await this.polls.votedBy(userId));
  }
}
