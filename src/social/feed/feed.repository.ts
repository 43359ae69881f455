import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/environment.js';
import { Database } from '../../platform/database/database.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql, type Statement } from '../../platform/database/sql.js';
import { feedPostJson } from '../posts/post-json.js';

interface Line {
  id: string;
  created_at: Date;
  json: string;
}

/**
 * A page of so many posts is written by no more authors than that: those whose newest after the cursor are newest of
 * all. They are found by one look into an index for each of the followed, and read by another, so that neither many
 * who write much nor thousands who are quiet cost more. A join took seconds where the followed are many and quiet.
 */
const FEED = sql(
  'feed_page',
  `SELECT p.id, p.created_at, ${feedPostJson({ viewer: '$1', base: '$5' })}::text AS json
   FROM (
     SELECT next.id FROM (
       SELECT newest.user_id FROM (
         SELECT following_id AS id FROM social.follows WHERE follower_id = $1 AND status = 'following'
         UNION ALL SELECT $1::uuid
       ) followed CROSS JOIN LATERAL (
         SELECT user_id, created_at, id FROM social.posts
         WHERE user_id = followed.id AND status = 'published' AND (created_at, id) < ($2, $3::uuid)
         ORDER BY created_at DESC, id DESC LIMIT 1
       ) newest ORDER BY newest.created_at DESC, newest.id DESC LIMIT $4
     ) author CROSS JOIN LATERAL (
       SELECT created_at, id FROM social.posts
       WHERE user_id = author.user_id AND status = 'published' AND (created_at, id) < ($2, $3::uuid)
       ORDER BY created_at DESC, id DESC LIMIT $4
     ) next ORDER BY next.created_at DESC, next.id DESC LIMIT $4
   ) page JOIN social.posts p ON p.id = page.id
   JOIN account.users u ON u.id = p.user_id JOIN social.post_counters c ON c.post_id = p.id
   ORDER BY p.created_at DESC, p.id DESC`,
);
const OF_AUTHOR = sql(
  'feed_of_author',
  `SELECT p.id, p.created_at, ${feedPostJson({ viewer: '$6', base: '$5' })}::text AS json
   FROM (
     SELECT * FROM social.posts WHERE user_id = $1 AND status = 'published' AND (created_at, id) < ($2, $3::uuid)
     ORDER BY created_at DESC, id DESC LIMIT $4
   ) p JOIN account.users u ON u.id = p.user_id JOIN social.post_counters c ON c.post_id = p.id
   ORDER BY p.created_at DESC, p.id DESC`,
);

const FEED_PAGE = new Keyset({ name: 'feed', defaultLimit: 20, maxLimit: 50 });
const AUTHOR_PAGE = new Keyset({ name: 'posts-of-author', defaultLimit: 20, maxLimit: 50 });

/** A page of posts as the JSON of its answer. */
@Injectable()
export class FeedRepository extends Repository {
  private readonly base: string;

  constructor(database: Database, config: Config) {
    super(database);
    this.base = config.publicUrl;
  }

  feed(userId: string, query: PageQuery): Promise<string> {
    return this.page(FEED_PAGE, query, FEED, [userId], []);
  }

  ofAuthor(authorId: string, viewerId: string, query: PageQuery): Promise<string> {
    return this.page(AUTHOR_PAGE, query, OF_AUTHOR, [authorId], [viewerId]);
  }

  private async page(
    keyset: Keyset,
    query: PageQuery,
    statement: Statement,
    before: string[],
    after: string[],
  ): Promise<string> {
    const slice = keyset.read(query);
    const found = await this.rows<Line & object>(
      statement,
      ...before,
      ...newestFirst(slice),
      this.base,
      ...after,
    );
    const { rows, next_cursor } = keyset.cut(found, slice, ({ created_at, id }) => [created_at, id]);
    return `{"posts":[${rows.map(({ json }) => json).join(',')}],"next_cursor":${JSON.stringify(next_cursor)}}`;
  }
}
