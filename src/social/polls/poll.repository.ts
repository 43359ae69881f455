import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { blocked } from '../blocks/blocked.sql.js';
import { postIsVisible } from '../posts/post.sql.js';
import { Poll } from './poll.entity.js';
import { pollJson } from './poll.sql.js';
import type { PollInput } from './polls.io.js';

export interface PollOfPost {
  id: string;
  post_id: string;
}

interface CountedPoll extends PollOfPost {
  counts: number[];
  version: number;
}

interface Voted {
  post_id: string;
  /** One of the two, who asks and who wrote the post, has blocked the other. */
  blocked: boolean;
  /** There is an option of this number. */
  offered: boolean;
  changed: boolean;
}

// Forty votes of one user are one row: the last of them.
const VOTE = sql(
  'poll_vote',
  `WITH poll AS (
     SELECT poll.id, poll.post_id, $3::integer < jsonb_array_length(poll.options) AS offered,
       ${blocked('p.user_id', '$2::uuid')} AS blocked
     FROM social.polls poll JOIN social.posts p ON p.id = poll.post_id
     WHERE poll.id = $1 AND ${postIsVisible('$2', '$4')} FOR KEY SHARE OF poll
   ), voted AS (
     INSERT INTO social.poll_votes AS v (poll_id, user_id, option_index)
     SELECT id, $2::uuid, $3::integer FROM poll WHERE offered AND NOT blocked
     ON CONFLICT (poll_id, user_id) DO UPDATE SET option_index = excluded.option_index, created_at = now()
       WHERE v.option_index <> excluded.option_index
     RETURNING v.poll_id
   ) SELECT post_id, blocked, offered, EXISTS (SELECT FROM voted) AS changed FROM poll`,
);
const SHOW = sql(
  'poll_show',
  `SELECT ${pollJson('$2')}::text AS json FROM social.polls poll WHERE poll.id = $1`,
);
const COUNTED = sql(
  'polls_counted',
  `SELECT poll.id, poll.post_id, ARRAY(
     SELECT coalesce((poll.counts->>option.n::text)::int, 0)
     FROM generate_series(0, jsonb_array_length(poll.options) - 1) AS option (n) ORDER BY option.n
   ) AS counts, poll.version::float8 AS version FROM social.polls poll WHERE poll.id = ANY ($1::uuid[])`,
);
const VOTED_BY = sql(
  'polls_voted_by_user',
  `SELECT poll.id, poll.post_id FROM social.poll_votes v JOIN social.polls poll ON poll.id = v.poll_id
   WHERE v.user_id = $1`,
);
const VOTES_FOR_EXPORT = sql(
  'poll_votes_for_export',
  `SELECT v.poll_id, poll.post_id, poll.question, poll.options->>v.option_index AS option, v.created_at
   FROM social.poll_votes v JOIN social.polls poll ON poll.id = v.poll_id
   WHERE v.user_id = $1 ORDER BY v.created_at, v.poll_id`,
);

@Injectable()
export class PollRepository extends Repository {
  /** With a post, in the transaction that makes it. */
  async create(post_id: string, { question, options, anonymous = false }: PollInput): Promise<void> {
    await this.table(Poll).insert({ post_id, question, options, anonymous });
  }

  /** Undefined where the user sees no such poll. */
  vote(id: string, userId: string, option: number, isStaff: boolean): Promise<Voted | undefined> {
    return this.one<Voted & object>(VOTE, id, userId, option, isStaff);
  }

  /** As JSON. */
  async show(id: string, viewerId: string): Promise<string> {
    return (await this.one<{ json: string }>(SHOW, id, viewerId))?.json as string;
  }

  /** How many voted for each option. */
  counted(ids: string[]): Promise<CountedPoll[]> {
    return this.rows<CountedPoll & object>(COUNTED, ids);
  }

  votedBy(userId: string): Promise<PollOfPost[]> {
    return this.rows<PollOfPost & object>(VOTED_BY, userId);
  }

  votesForExport(userId: string): Promise<object[]> {
    return this.rows(VOTES_FOR_EXPORT, userId);
  }
}
