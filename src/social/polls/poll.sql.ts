import { jsonObject } from '../../platform/database/sql.js';
import { MOST_OPTIONS } from './polls.dto.js';

/** How many voters of each option an answer names: of a single poll, and of each poll in a list of posts. */
const NAMED = 1000;
export const NAMED_IN_LISTS = 100;
const NUMBERS = Array.from({ length: MOST_OPTIONS }, (_, n) => `(${n})`).join(', ');

/**
 * An object with a value for each option, by its index. The indexes are constants: with generate_series PostgreSQL
 * expects a thousand rows, and compiles the statement (JIT) before it runs it.
 */
const perOption = (value: string) => `(
  SELECT json_object_agg(option.n, ${value})
  FROM (VALUES ${NUMBERS}) option(n) WHERE option.n < jsonb_array_length(poll.options))`;
const OF_OPTION = 'v.poll_id = poll.id AND v.option_index = option.n';

/** The viewer's own vote comes first, so that the limit never cuts it off. */
const voters = (viewer: string, named: number) => `(
  SELECT coalesce(json_agg(named.user_id), '[]') FROM (
    (SELECT v.user_id FROM social.poll_votes v WHERE ${OF_OPTION} AND v.user_id = ${viewer}::uuid)
    UNION ALL
    (SELECT v.user_id FROM social.poll_votes v
     WHERE ${OF_OPTION} AND v.user_id IS DISTINCT FROM ${viewer}::uuid AND NOT poll.anonymous
     ORDER BY v.created_at LIMIT ${named})
    LIMIT ${named}
  ) named)`;
const VOTES_COUNT = `coalesce((poll.counts->>option.n::text)::int, 0)`;

/** `poll` is the row in social.polls; `viewer` is a parameter, null for a viewer who has not signed in. */
export const pollJson = (viewer: string, named = NAMED) =>
  jsonObject({
    id: 'poll.id',
    post_id: 'poll.post_id',
    question: 'poll.question',
    options: 'poll.options',
    votes: perOption(voters(viewer, named)),
    counts: perOption(VOTES_COUNT),
    anonymous: 'poll.anonymous',
  });

/** The poll of a post as a list with at most one element. */
export const pollsOf = (postId: string, viewer: string, named = NAMED) => `(
  SELECT coalesce(json_agg(${pollJson(viewer, named)}), '[]') FROM social.polls poll WHERE poll.post_id = ${postId})`;
