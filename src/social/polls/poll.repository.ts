import { Injectable } from '@nestjs/common';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { blocked } from '../blocks/blocked.sql.js';
import { postIsVisible } from '../common/post-visibility.sql.js';
import { Poll } from './poll.entity.js';
import { pollJson } from './poll.sql.js';

export type PollOfPost = Pick<Poll, 'id' | 'post_id'>;
type CountedPoll = PollOfPost & { counts: number[]; version: number };

export interface Eligibility {
  /** A block stands between the voter and the author of the post. */
  blocked: boolean;
  /** The poll has an option with this index. */
  offered: boolean;
}

/** The poll, if the voter `$2` can see it. */
const VISIBLE_POLL = `
  SELECT poll.id, poll.post_id, $3::integer < jsonb_array_length(poll.options) AS offered,
    ${blocked('p.user_id', '$2::uuid')} AS blocked
  FROM social.polls poll JOIN social.posts p ON p.id = poll.post_id
  WHERE poll.id = $1 AND ${postIsVisible('$2', '$4')}`;
const ELIGIBILITY = sql('poll_eligibility', VISIBLE_POLL);
// A user has one row for each poll, so concurrent votes of one user leave the last of them.
const VOTE = sql(
  'poll_vote',
  `WITH poll AS (${VISIBLE_POLL} FOR KEY SHARE OF poll), voted AS (
     INSERT INTO social.poll_votes AS v (poll_id, user_id, option_index)
     SELECT id, $2::uuid, $3::integer FROM poll WHERE offered AND NOT blocked
     ON CONFLICT (poll_id, user_id) DO UPDATE SET option_index = excluded.option_index, created_at = now()
       WHERE v.option_index <> excluded.option_index
     RETURNING v.poll_id
   ) SELECT post_id, EXISTS (SELECT FROM voted) AS changed FROM poll WHERE offered AND NOT blocked`,
  { returnsChanges: true },
);
const VIEW = sql('poll_show', `SELECT ${pollJson('$2')}::text AS json FROM social.polls poll WHERE poll.id = $1`);
const COUNTS = sql(
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
export const POLL_VOTES_FOR_EXPORT = sql(
  'poll_votes_for_export',
  `SELECT v.poll_id, poll.post_id, poll.question, poll.options->>v.option_index AS option, v.created_at
   FROM social.poll_votes v JOIN social.polls poll ON poll.id = v.poll_id
   WHERE v.user_id = $1 ORDER BY v.created_at, v.poll_id`,
);

@Injectable()
export class PollRepository extends EntityRepository<Poll> {
  protected readonly entity = Poll;

  /** Undefined if the user may not vote, or the poll has no such option. */
  vote(id: string, userId: string, option: number, isStaff: boolean) {
    return this.one<{ post_id: string; changed: boolean }>(VOTE, id, userId, option, isStaff);
  }

  /** Undefined if the user cannot see the poll. */
  findEligibility(id: string, userId: string, option: number, isStaff: boolean): Promise<Eligibility | undefined> {
    return this.one<Eligibility>(ELIGIBILITY, id, userId, option, isStaff);
  }

  /** The poll as JSON, as this viewer sees it. */
  async viewJson(id: string, viewerId: string): Promise<string> {
    return (await this.onlyOne<{ json: string }>(VIEW, id, viewerId)).json;
  }

  listCounts(ids: string[]): Promise<CountedPoll[]> {
    return this.rows<CountedPoll>(COUNTS, ids);
  }

  listVotedBy(userId: string): Promise<PollOfPost[]> {
    return this.rows<PollOfPost>(VOTED_BY, userId);
  }
}
