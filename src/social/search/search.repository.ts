import { Inject, Injectable } from '@nestjs/common';
import { Runtime } from '../../platform/config/runtime.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { sql } from '../../platform/database/sql.js';
import { pageJson } from '../../platform/http/raw-json.js';
import { feedPostJson, type PostLine } from '../posts/post.sql.js';

/** The same expression as in the index posts_words. */
const WORDS = `to_tsvector('simple', left(coalesce(p.title, '') || ' ' || coalesce(p.content, ''), 100000))`;
const ASKED = `websearch_to_tsquery('simple', $6)`;
const AFTER = `p.status = 'published' AND (p.created_at, p.id) < ($2, $3::uuid)`;
const FOUND = `${WORDS} @@ (SELECT query FROM asked)`;
const SEEN = `u.user_status = 'active' AND p.user_id NOT IN (SELECT user_id FROM hidden)`;
const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC LIMIT $4';

/**
 * The statement first scans the newest posts and uses the index posts_words only if they do not fill the page, because
 * the index returns every post that has the words. The scan stops after 200 posts or 200 KB of text, which take some
 * milliseconds. The index knows no phrases and no excluded words, so the statement checks these for the newest thousand
 * posts that the index returns. With $7 the last word is a prefix, if the query ends in a word. A query that only
 * excludes words finds nothing.
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
/** PostgreSQL fails at about thirty negations of one word. A text with so many hyphens means no negation by them. */
const NEGATION = /(?<![\p{L}\p{N}])-/gu;
const MAX_NEGATIONS = 20;
/** The query ends in a word outside of quotes, which the user may still be typing. */
const UNFINISHED = /^(?:[^"]*\s)?[\p{L}\p{N}]+$/u;

@Injectable()
export class SearchRepository extends BaseRepository {
  @Inject(Runtime) private readonly runtime!: Runtime;

  /** The JSON of the answer. */
  async postsPage(given: string, viewerId: string, query: PageQuery): Promise<string> {
    const slice = PAGE.read(query);
    const hasTooMany = (given.match(NEGATION)?.length ?? 0) > MAX_NEGATIONS;
    const words = hasTooMany ? given.replace(NEGATION, ' ') : given;
    const values = [viewerId, ...newestFirst(slice), this.runtime.publicUrl, words, UNFINISHED.test(words)];
    const found = await this.lagging<PostLine>(POSTS, ...values);
    const page = PAGE.cut(found, slice, ({ created_at, id }) => [created_at, id]);
    return pageJson('results', page);
  }
}
