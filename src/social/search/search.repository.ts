import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/environment.js';
import { Database } from '../../platform/database/database.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { pageJson } from '../../platform/http/raw-json.js';
import { feedPostJson } from '../posts/post-json.js';

interface Line {
  id: string;
  created_at: Date;
  json: string;
}

/** As the index posts_words has it. */
const WORDS = `to_tsvector('simple', left(coalesce(p.title, '') || ' ' || coalesce(p.content, ''), 100000))`;
const ASKED = `websearch_to_tsquery('simple', $6)`;
const AFTER = `p.status = 'published' AND (p.created_at, p.id) < ($2, $3::uuid)`;
const FOUND = `${WORDS} @@ (SELECT query FROM asked)`;
const SEEN = `u.user_status = 'active' AND p.user_id NOT IN (SELECT user_id FROM hidden)`;
const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC LIMIT $4';

/**
 * Words that fill a page from the newest posts are not looked up: their index would give every post that has them.
 * The newest that are looked at have no more text than is read in some milliseconds, and of those that the index gives
 * a thousand are looked at for what it does not tell: phrases, and what is not wanted. With $7 the last word may go on,
 * if there is one at the end; what only says what is not wanted finds nothing.
 */
const POSTS = sql(
  'search_posts',
  `WITH asked AS (
     SELECT query, regexp_replace(querytree(query), '<(-|\\d+)>', '&', 'g')::tsquery AS words FROM (
       SELECT CASE WHEN $7::boolean AND ${ASKED}::text LIKE '%''' THEN (${ASKED}::text || ':*')::tsquery ELSE ${ASKED} END
     ) a(query) WHERE querytree(query) <> 'T'
   ), hidden AS (
     SELECT blocked_id AS user_id FROM social.blocks WHERE blocker_id = $1
     UNION ALL SELECT blocker_id FROM social.blocks WHERE blocked_id = $1
   ), newest AS MATERIALIZED (
     SELECT p.id, p.created_at FROM (
       SELECT *, sum(coalesce(octet_length(content), 0)) OVER (ORDER BY created_at DESC, id DESC) AS octets FROM (
         SELECT p.* FROM social.posts p WHERE ${AFTER} ORDER BY created_at DESC, id DESC LIMIT 200
       ) p
     ) p JOIN account.users u ON u.id = p.user_id
     WHERE octets < 200000 AND ${FOUND} AND ${SEEN} ${NEWEST_FIRST}
   ), found AS (
     SELECT * FROM newest WHERE (SELECT count(*) FROM newest) >= $4
     UNION ALL (
       SELECT p.id, p.created_at FROM (
         SELECT * FROM (
           SELECT p.id, p.created_at FROM social.posts p JOIN account.users u ON u.id = p.user_id
           WHERE ${AFTER} AND ${WORDS} @@ (SELECT words FROM asked) AND ${SEEN} OFFSET 0
         ) p ORDER BY created_at DESC, id DESC LIMIT 1000
       ) word JOIN social.posts p ON p.id = word.id
       WHERE (SELECT count(*) FROM newest) < $4 AND ${FOUND} ORDER BY word.created_at DESC, word.id DESC LIMIT $4)
   )
   SELECT p.id, p.created_at, ${feedPostJson({ viewer: '$1', base: '$5' })}::text AS json
   FROM found JOIN social.posts p ON p.id = found.id
   JOIN account.users u ON u.id = p.user_id JOIN social.post_counters c ON c.post_id = p.id
   ORDER BY p.created_at DESC, p.id DESC`,
);

const PAGE = new Keyset({ name: 'search-posts', defaultLimit: 20, maxLimit: 50 });
/** PostgreSQL fails at some thirty of them around one word; whoever writes so many draws a line. */
const NOT = /(?<![\p{L}\p{N}])-/gu;
const MOST_NOT = 20;
/** A word that nothing ends yet, outside of quotes: whoever types it may be on his way to a longer one. */
const UNFINISHED = /^(?:[^"]*\s)?[\p{L}\p{N}]+$/u;

@Injectable()
export class SearchRepository extends Repository {
  private readonly base: string;

  constructor(database: Database, config: Config) {
    super(database);
    this.base = config.publicUrl;
  }

  /** A page of them as the JSON of its answer. */
  async posts(given: string, viewerId: string, query: PageQuery): Promise<string> {
    const slice = PAGE.read(query);
    const words = (given.match(NOT)?.length ?? 0) > MOST_NOT ? given.replace(NOT, ' ') : given;
    const values = [viewerId, ...newestFirst(slice), this.base, words, UNFINISHED.test(words)];
    const found = await this.lagging<Line & object>(POSTS, ...values);
    const page = PAGE.cut(found, slice, ({ created_at, id }) => [created_at, id]);
    return pageJson('results', page);
  }
}
