import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { searching, type Statement } from '../../../platform/database/sql.js';

export const FILTERS = ['latest', 'new', 'unread', 'top', 'unsolved', 'mine'] as const;
/** They ask what somebody has read. */
export const OF_CALLER = new Set<string | undefined>(['new', 'unread', 'mine']);
export type TopicFilter = (typeof FILTERS)[number];
export const PERIODS = { week: '7 days', month: '30 days', year: '365 days' } as const;
export type Period = keyof typeof PERIODS | 'all';

export interface Wanted {
  forum_id: string;
  category_id?: string;
  tag?: string;
  author_id?: string;
  /** The viewer, whose muted topics are left out. */
  user_id?: string;
}

const LISTED = `t.status IN ('open', 'closed')`;
const FOLLOWED = (more: string) =>
  `EXISTS (SELECT FROM ext_forums.tracking k WHERE k.user_id = ? AND k.topic_id = t.id AND ${more})`;

/** What each wish asks, in the place of `?`; their letters make the name of the statement. */
const WISHES = {
  category_id: ['c', 't.category_id = ?'],
  tag: ['t', 't.tags @> ARRAY[?::text]'],
  author_id: ['a', 't.owner_id = ?'],
  user_id: ['m', `NOT ${FOLLOWED(`k.level = 'muted'`)}`],
} as const;
type Wish = keyof typeof WISHES;

/** Of these, `?` is who looks. */
const OF_FILTER: Record<TopicFilter, string> = {
  latest: LISTED,
  top: LISTED,
  new: `${LISTED} AND t.created_at > now() - interval '14 days' AND t.owner_id <> ?
    AND NOT ${FOLLOWED('k.last_read > 0')}`,
  unread: `${LISTED} AND ${FOLLOWED(`k.level IN ('watching', 'tracking') AND k.last_read < t.last_number`)}`,
  unsolved: `${LISTED} AND t.solution_post_id IS NULL
    AND (SELECT c.solvable FROM ext_forums.categories c WHERE c.id = t.category_id)`,
  mine: `(t.owner_id = ? AND t.status <> 'deleted' OR ${LISTED} AND ${FOLLOWED(`k.level <> 'normal'`)})`,
};

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const LATEST = new Keyset({ name: 'forums-topics', defaultLimit: 20, maxLimit: 100 });
const TOP = new Keyset({ name: 'forums-top', defaultLimit: 20, maxLimit: 100 });
const FOUND = new Keyset({ name: 'forums-found', defaultLimit: 20, maxLimit: 100 });

/** Values go into a statement in the order in which they are asked for. */
class Values {
  readonly all: unknown[] = [];

  put(value: unknown): string {
    this.all.push(value);
    return `$${this.all.length}`;
  }
}

@AppProvider()
export class TopicListRepository extends BaseRepository {
  /** Ids, pinned ones first and then those in which somebody has written last. */
  async latest(wanted: Wanted, filter: TopicFilter, query: PageQuery) {
    const slice = LATEST.read(query);
    const values = new Values();
    const [pinned = 'true', bumped = 'infinity', id = LAST_ID] = slice.after ?? [];
    const where = conditions(wanted, filter, values);
    const after = [values.put(pinned), values.put(bumped), values.put(id)];
    const statement = searching(
      `forums_topics ${filter} ${letters(wanted)}`,
      `SELECT t.id, t.pinned, t.bumped_at FROM ext_forums.topics t
       WHERE ${where} AND (t.pinned, t.bumped_at, t.id) < (${after[0]}::boolean, ${after[1]}::timestamptz, ${after[2]}::uuid)
       ORDER BY t.pinned DESC, t.bumped_at DESC, t.id DESC LIMIT ${values.put(slice.fetch)}`,
    );
    type Row = { id: string; pinned: boolean; bumped_at: Date };
    const found = await this.rows<Row>(statement, ...values.all);
    return LATEST.cut(found, slice, (row) => [String(row.pinned), row.bumped_at, row.id]);
  }

  /** Ids, pinned ones first and then those that were liked and answered most in that time. */
  async top(wanted: Wanted, period: Period, query: PageQuery) {
    const slice = TOP.read(query);
    const values = new Values();
    const [pinned = 'true', score = '2147483647', id = LAST_ID] = slice.after ?? [];
    const where = conditions(wanted, 'top', values);
    const after = [values.put(pinned), values.put(score), values.put(id)];
    const statement = searching(
      `forums_topics top ${period} ${letters(wanted)}`,
      `SELECT * FROM (
         SELECT t.id, t.pinned, ${period === 'all' ? 't.like_count + t.post_count - 1' : 'of.score'} AS score
         FROM ${period === 'all' ? '' : `${scores(PERIODS[period])} JOIN`} ext_forums.topics t
         ${period === 'all' ? '' : 'ON t.id = of.topic_id'} WHERE ${where}
       ) t WHERE (t.pinned, t.score, t.id) < (${after[0]}::boolean, ${after[1]}::int, ${after[2]}::uuid)
       ORDER BY t.pinned DESC, t.score DESC, t.id DESC LIMIT ${values.put(slice.fetch)}`,
    );
    const found = await this.rows<{ id: string; pinned: boolean; score: number }>(statement, ...values.all);
    return TOP.cut(found, slice, (row) => [String(row.pinned), row.score, row.id]);
  }

  /** Ids, the best first, each with the post that answers best and how. */
  async search(wanted: Wanted, { q, language }: { q: string; language: string }, query: PageQuery) {
    const slice = FOUND.read(query);
    const values = new Values();
    const [rank = '9223372036854775807', id = LAST_ID] = slice.after ?? [];
    const where = conditions({ ...wanted, user_id: undefined }, 'latest', values);
    const [by, words] = [values.put(language), values.put(q)];
    const after = [values.put(rank), values.put(id)];
    const statement = searchOf(
      letters({ ...wanted, user_id: undefined }),
      { where, by, words, after },
      values.put(slice.fetch),
    );
    type Row = { id: string; rank: string; headline: string };
    const found = await this.rows<Row>(statement, ...values.all);
    return FOUND.cut(found, slice, (row) => [row.rank, row.id]);
  }
}

const given = (wanted: Wanted) => (Object.keys(WISHES) as Wish[]).filter((name) => wanted[name] !== undefined);

const letters = (wanted: Wanted) =>
  given(wanted)
    .map((name) => WISHES[name][0])
    .join('');

/** The forum is always `$1`. Topics that the viewer follows or owns are listed also where the viewer muted them. */
function conditions(wanted: Wanted, filter: TopicFilter, values: Values): string {
  const asked = [`t.forum_id = ${values.put(wanted.forum_id)}`];
  for (const name of given(wanted)) {
    const place = values.put(wanted[name]);
    if (name !== 'user_id') asked.push(WISHES[name][1].replace('?', place));
    else if (filter !== 'mine') asked.push(WISHES[name][1].replace('?', place));
    if (name === 'user_id') asked.push(OF_FILTER[filter].replaceAll('?', `${place}::uuid`));
  }
  if (wanted.user_id === undefined) asked.push(OF_FILTER[filter]);
  return asked.join(' AND ');
}

/** Of the forum `$1`: by topic, how many answers and likes came in that time. */
const scores = (time: string) => `(
  SELECT topic_id, count(*)::int AS score FROM (
    SELECT p.topic_id FROM ext_forums.posts p
    WHERE p.forum_id = $1 AND p.created_at > now() - interval '${time}' AND p.status = 'visible' AND p.number > 1
    UNION ALL
    SELECT l.topic_id FROM ext_forums.likes l
    WHERE l.forum_id = $1 AND l.created_at > now() - interval '${time}'
  ) happened GROUP BY topic_id) of`;

/** So many posts are ranked that have all words, and so many that have one of them: the newest, each word in equal parts. */
const RANKED = 1000;

/** As PostgreSQL reads one lexeme. */
const QUOTED = `('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || '''')`;

interface Search {
  where: string;
  by: string;
  words: string;
  after: string[];
}

/**
 * All words must be somewhere in the topic, in its title or in any of its posts; where some are excluded, in one post.
 * A title weighs in the rank of the topic, and is no reason to show the first post before one that answers.
 */
function searchOf(name: string, { where, by, words, after }: Search, limit: string): Statement {
  const newest = (from: string, matches: string, most: string) =>
    `SELECT p.id FROM asked ${from} CROSS JOIN LATERAL (
       SELECT p.id FROM ext_forums.posts p JOIN ext_forums.topics t ON t.id = p.topic_id
       WHERE ${matches} AND p.forum_id = $1 AND p.status = 'visible' AND ${where}
       ORDER BY p.created_at DESC, p.id DESC LIMIT ${most}
     ) p`;
  return searching(
    `forums_search ${name}`,
    `WITH asked AS (
       SELECT whole, CASE WHEN whole::text LIKE '%!%' THEN whole
           ELSE replace(whole::text, ' & ', ' | ')::tsquery END AS query,
         CASE WHEN whole::text LIKE '%!%' THEN '{}'
           ELSE tsvector_to_array(to_tsvector(${by}::regconfig, ${words}::text)) END AS lexemes
       FROM websearch_to_tsquery(${by}::regconfig, ${words}::text) whole
     ), candidates AS (
       ${newest('', 'p.tsv @@ asked.whole', String(RANKED))}
       UNION
       ${newest('CROSS JOIN LATERAL unnest(asked.lexemes) word', `p.tsv @@ ${QUOTED}::tsquery`, `${RANKED} / cardinality(asked.lexemes)`)}
     ), matched AS (
       SELECT p.id, p.topic_id, p.number, p.tsv, ts_rank(p.tsv, asked.query) AS rank,
         ts_rank('{0.1, 0.2, 0.4, 0}', p.tsv, asked.query) AS own,
         ARRAY(SELECT word FROM unnest(asked.lexemes) word WHERE p.tsv @@ ${QUOTED}::tsquery) AS words
       FROM asked CROSS JOIN candidates JOIN ext_forums.posts p ON p.id = candidates.id AND p.tsv @@ asked.query
     ), found AS (
       SELECT topic_id AS id, (max(rank) * 1e9)::bigint AS rank,
         (array_agg(matched.id ORDER BY own DESC, number))[1] AS post_id
       FROM matched LEFT JOIN LATERAL unnest(matched.words) word ON true GROUP BY topic_id
       HAVING count(DISTINCT word) = (SELECT cardinality(lexemes) FROM asked)
     ), page AS (
       SELECT * FROM found WHERE (rank, id) < (${after[0]}::bigint, ${after[1]}::uuid)
       ORDER BY rank DESC, id DESC LIMIT ${limit}
     )
     SELECT page.id, page.rank::text AS rank, ts_headline(${by}::regconfig, p.body, asked.query,
       'StartSel=**, StopSel=**, MaxWords=35, MinWords=15') AS headline
     FROM page JOIN ext_forums.posts p ON p.id = page.post_id CROSS JOIN asked
     ORDER BY page.rank DESC, page.id DESC`,
  );
}
