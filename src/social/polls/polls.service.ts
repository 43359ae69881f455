import { Injectable } from '@nestjs/common';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { isUuid } from '../../platform/database/uuid.js';
import type { ExportNode } from '../../platform/exports/export-node.js';
import { RawJson } from '../../platform/http/raw-json.js';
import { invalid, notFound } from '../../platform/http/refusal.js';
import { cannotInteract } from '../blocks/block.policy.js';
import { PollEventsService } from './poll-events.service.js';
import { PollRepository } from './poll.repository.js';
import type { PollInput } from './polls.dto.js';

@Injectable()
export class PollsService {
  constructor(
    private readonly polls: PollRepository,
    private readonly database: DatabaseService,
    private readonly pollEvents: PollEventsService,
  ) {}

  /** Runs in the transaction that creates the post. */
  create(postId: string, poll: PollInput): Promise<void> {
    return this.polls.insert(postId, poll);
  }

  /** Replaces an earlier vote of the caller. */
  vote(id: string, caller: Caller, option: number): Promise<RawJson> {
    if (!isUuid(id)) throw notFound('Poll');
    return this.database.transaction(async () => {
      const voted = await this.polls.vote(id, caller.id, option, isAdmin(caller));
      if (!voted) throw notFound('Poll');
      if (voted.blocked) throw cannotInteract();
      if (!voted.offered) throw invalid({ field: 'option_index', message: 'the poll has no such option' });
      if (voted.changed) this.pollEvents.announceVote(id, voted.post_id, caller.id);
      return new RawJson(`{"poll":${await this.polls.viewJson(id, caller.id)}}`);
    });
  }

  listVotesForExport(userId: string): ExportNode {
    return this.polls.votesForExport(userId);
  }
}
