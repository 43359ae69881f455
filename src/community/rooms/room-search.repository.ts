import { Injectable } from '@nestjs/common';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { pageJson } from '../../platform/http/raw-json.js';
import { KEPT_OUT, OWN } from './open-room.sql.js';
import { ROOM_JSON } from './room-json.js';

interface Line {
  id: string;
  created_at: Date;
  json: string;
}

/** As the index rooms_words has it. */
const WORDS = `to_tsvector('simple', r.name || ' ' || coalesce(r.description, ''))`;
const ASKED = `websearch_to_tsquery('simple', $5)`;
const AFTER = '(r.created_at, r.id) < ($2, $3::uuid)';
const FOUND = `${WORDS} @@ (SELECT query FROM asked) AND NOT ${KEPT_OUT}`;
const NEWEST = 'ORDER BY r.created_at DESC, r.id DESC';

/**
 * As posts are searched: words that fill a page from the newest public rooms are not looked up, because their index
 * would give every room that has them; of those that it gives, a thousand are looked at. With $6 the last word may go on.
 */
const SEARCH = sql(
  'rooms_search',
  `WITH asked AS (
     SELECT query, regexp_replace(querytree(query), '<(-|\\d+)>', '&', 'g')::tsquery AS words FROM (
       SELECT CASE WHEN $6::boolean AND ${ASKED}::text LIKE '%''' THEN (${ASKED}::text || ':*')::tsquery ELSE ${ASKED} END
     ) a(query) WHERE querytree(query) <> 'T'
   ), newest AS MATERIALIZED (
     SELECT r.id, r.created_at FROM (
       SELECT * FROM community.rooms r WHERE NOT r.is_private AND ${AFTER} ${NEWEST} LIMIT 500
     ) r WHERE ${FOUND} ${NEWEST} LIMIT $4
   ), found AS (
     SELECT * FROM newest WHERE (SELECT count(*) FROM newest) >= $4
     UNION ALL (
       SELECT r.id, r.created_at FROM (
         SELECT * FROM (
           SELECT r.id, r.created_at FROM community.rooms r
           WHERE NOT r.is_private AND ${AFTER} AND ${WORDS} @@ (SELECT words FROM asked) OFFSET 0
         ) r ${NEWEST} LIMIT 1000
       ) word JOIN community.rooms r ON r.id = word.id
       WHERE (SELECT count(*) FROM newest) < $4 AND ${FOUND} ${NEWEST} LIMIT $4)
     UNION ALL (
       SELECT r.id, r.created_at FROM (${OWN}) own JOIN community.rooms r ON r.id = own.room_id
       WHERE r.is_private AND ${AFTER} AND ${FOUND} ${NEWEST} LIMIT $4)
   )
   SELECT r.id, r.created_at, ${ROOM_JSON}::text AS json
   FROM (SELECT id FROM found ORDER BY created_at DESC, id DESC LIMIT $4) f JOIN community.rooms r ON r.id = f.id
   ${NEWEST}`,
);

const PAGE = new Keyset({ name: 'search-rooms', defaultLimit: 20, maxLimit: 50 });
/** PostgreSQL fails at some thirty of them around one word; whoever writes so many draws a line. */
const NOT = /(?<![\p{L}\p{N}])-/gu;
const MOST_NOT = 20;
/** A word that nothing ends yet, outside of quotes: whoever types it may be on his way to a longer one. */
const UNFINISHED = /^(?:[^"]*\s)?[\p{L}\p{N}]+$/u;

@Injectable()
export class RoomSearchRepository extends Repository {
  /** Those that are open to the viewer, newest first, as the JSON of the answer. */
  async page(given: string, viewerId: string, query: PageQuery): Promise<string> {
    const slice = PAGE.read(query);
    const words = (given.match(NOT)?.length ?? 0) > MOST_NOT ? given.replace(NOT, ' ') : given;
    const values = [viewerId, ...newestFirst(slice), words, UNFINISHED.test(words)];
    const found = await this.lagging<Line & object>(SEARCH, ...values);
    const page = PAGE.cut(found, slice, ({ created_at, id }) => [created_at, id]);
    return pageJson('results', page);
  }
}
