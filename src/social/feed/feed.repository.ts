import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/environment.js';
import { Database } from '../../platform/database/database.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql, type Statement } from '../../platform/database/sql.js';
import { pageJson } from '../../platform/http/raw-json.js';
import { feedPostJson, postJson } from '../posts/post-json.js';

interface Line {
  id: string;
  created_at: Date;
  json: string;
}

/**
 * A page of so many posts is written by no more authors than that: those whose newest after the cursor are newest of
 * all. They are found by one look into an index for each of the followed, and read by another, so that neither many
 * who write much nor thousands who are quiet cost more. A join took seconds where the followed are many and quiet.
 * Who may not sign in any more is left out last, hence the OFFSET: to look at each of the followed took twice as long.
 */
const FEED = sql(
  'feed_page',
  `SELECT p.id, p.created_at, ${feedPostJson({ viewer: '$1', base: '$5' })}::text AS json
   FROM (
     SELECT next.id FROM (
       SELECT newest.user_id FROM (
         SELECT newest.* FROM (
           SELECT following_id AS id FROM social.follows WHERE follower_id = $1 AND status = 'following'
           UNION ALL SELECT $1::uuid
         ) followed CROSS JOIN LATERAL (
           SELECT user_id, created_at, id FROM social.posts
           WHERE user_id = followed.id AND status = 'published' AND (created_at, id) < ($2, $3::uuid)
           ORDER BY created_at DESC, id DESC LIMIT 1
         ) newest ORDER BY newest.created_at DESC, newest.id DESC OFFSET 0
       ) newest JOIN account.users u ON u.id = newest.user_id AND u.user_status = 'active'
       ORDER BY newest.created_at DESC, newest.id DESC LIMIT $4
     ) author CROSS JOIN LATERAL (
       SELECT created_at, id FROM social.posts
       WHERE user_id = author.user_id AND status = 'published' AND (created_at, id) < ($2, $3::uuid)
       ORDER BY created_at DESC, id DESC LIMIT $4
     ) next ORDER BY next.created_at DESC, next.id DESC LIMIT $4
   ) page JOIN social.posts p ON p.id = page.id
   JOIN account.users u ON u.id = p.user_id JOIN social.post_counters c ON c.post_id = p.id
   ORDER BY p.created_at DESC, p.id DESC`,
);
/** Of one author and in one state, newest first. */
const ofAuthor = (name: string, author: string, status: string, json: string) =>
  sql(
    name,
    `SELECT p.id, p.created_at, ${json}::text AS json
     FROM (
       SELECT * FROM social.posts WHERE user_id = ${author} AND status = '${status}' AND (created_at, id) < ($2, $3::uuid)
       ORDER BY created_at DESC, id DESC LIMIT $4
     ) p JOIN account.users u ON u.id = p.user_id JOIN social.post_counters c ON c.post_id = p.id
     ORDER BY p.created_at DESC, p.id DESC`,
  );
const SIGHT = { viewer: '$1', base: '$5' };
const OF_AUTHOR = ofAuthor('feed_of_author', '$6', 'published', feedPostJson(SIGHT));
const DRAFTS = ofAuthor('feed_drafts', '$1', 'draft', postJson(SIGHT));

const LIMITS = { defaultLimit: 20, maxLimit: 50 };
const FEED_PAGE = new Keyset({ name: 'feed', ...LIMITS });
const AUTHOR_PAGE = new Keyset({ name: 'posts-of-author', ...LIMITS });
/** A hundred long ones are 20 MB; all of them at once could be more than a string can hold, and end the process. */
const DRAFTS_PAGE = new Keyset({ name: 'drafts', defaultLimit: 100, maxLimit: 100 });

/** A page of posts as the JSON of its answer. */
@Injectable()
export class FeedRepository extends Repository {
  private readonly base: string;

  constructor(database: Database, config: Config) {
    super(database);
    this.base = config.publicUrl;
  }

  feed(userId: string, query: PageQuery): Promise<string> {
    return this.page(FEED_PAGE, query, FEED, userId);
  }

  ofAuthor(authorId: string, viewerId: string, query: PageQuery): Promise<string> {
    return this.page(AUTHOR_PAGE, query, OF_AUTHOR, viewerId, authorId);
  }

  drafts(userId: string, query: PageQuery): Promise<string> {
    return this.page(DRAFTS_PAGE, query, DRAFTS, userId);
  }

  private async page(
    keyset: Keyset,
    query: PageQuery,
    statement: Statement,
    viewerId: string,
    ...more: string[]
  ): Promise<string> {
    const slice = keyset.read(query);
    const values = [viewerId, ...newestFirst(slice), this.base, ...more];
    const found = await this.rows<Line & object>(statement, ...values);
    const page = keyset.cut(found, slice, ({ created_at, id }) => [created_at, id]);
    return pageJson('posts', page);
  }
}
