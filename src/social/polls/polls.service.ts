import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { type Caller, isAdmin } from '../../platform/access/access.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { invalid, notFound, type Refusal } from '../../platform/http/refusal.js';
import { cannotInteract } from '../blocks/blocks.service.js';
import { PollCountsService } from './poll-counts.service.js';
import { type Eligibility, PollRepository } from './poll.repository.js';
import type { PollInput } from './polls.dto.js';
import { PollVoted } from './polls.events.js';

@Injectable()
export class PollsService {
  constructor(
    private readonly polls: PollRepository,
    private readonly counts: PollCountsService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  /** Runs in the transaction that creates the post. */
  async create(post_id: string, { question, options, anonymous }: PollInput): Promise<void> {
    await this.polls.insert({ post_id, question, options, anonymous });
  }

  /** Replaces an earlier vote of the caller. */
  vote(id: string, caller: Caller, option: number): Promise<RawJson> {
    const vote = [id, caller.id, option, isAdmin(caller)] as const;
    return this.database.sharedTransaction('vote', async () => {
      const voted = await this.polls.vote(...vote);
      if (!voted) throw refusalOf(await this.polls.findEligibility(...vote));
      if (voted.changed) {
        const poll = { id, post_id: voted.post_id };
        this.events.announce(PollVoted, poll, caller.id);
        this.counts.announceChange(poll);
      }
      return new RawJson(`{"poll":${await this.polls.viewJson(id, caller.id)}}`);
    });
  }

  /** Must run before the account is deleted. Foreign keys delete the votes. */
  async announceDeletionWithAccount(userId: string): Promise<void> {
    this.counts.announceChanges(await this.polls.listVotedBy(userId));
  }
}

function refusalOf(eligibility: Eligibility | undefined): Refusal {
  if (eligibility?.blocked) return cannotInteract();
  if (eligibility?.offered === false) return invalid({ field: 'option_index', message: 'the poll has no such option' });
  return notFound('Poll');
}
