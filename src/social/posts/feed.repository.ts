import { Inject, Injectable } from '@nestjs/common';
import { Runtime } from '../../platform/config/runtime.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { sql } from '../../platform/database/sql.js';
import { pageJson, RawJson } from '../../platform/http/raw-json.js';
import { feedPostJson, postJson, type PostLine } from './post.sql.js';

/**
 * A page of n posts has at most n authors: those with the newest posts after the cursor. The statement finds these
 * authors with one index lookup for each followed user, then reads their posts with a second lookup for each author. So
 * its cost does not grow with the number of posts of the followed users. A plain join took seconds for a viewer with
 * many followed users who rarely post. OFFSET 0 makes the check of the author's status the last step; a check of each
 * followed user took twice as long.
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
/** Posts of one author with one status, newest first. */
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
const PARAMETERS = { viewer: '$1', base: '$5' };
const OF_AUTHOR = ofAuthor('feed_of_author', '$6', 'published', feedPostJson(PARAMETERS));
const DRAFTS = ofAuthor('feed_drafts', '$1', 'draft', postJson(PARAMETERS));

const LIMITS = { defaultLimit: 20, maxLimit: 50 };
const LISTS = {
  feed: { statement: FEED, keyset: new Keyset({ name: 'feed', ...LIMITS }) },
  author: { statement: OF_AUTHOR, keyset: new Keyset({ name: 'posts-of-author', ...LIMITS }) },
  /** A hundred long drafts are 20 MB. An unlimited page could exceed the maximum length of a string. */
  drafts: { statement: DRAFTS, keyset: new Keyset({ name: 'drafts', defaultLimit: 100, maxLimit: 100 }) },
};

@Injectable()
export class FeedRepository extends BaseRepository {
  @Inject(Runtime) private readonly runtime!: Runtime;

  /** A page of posts, newest first. The list `author` also needs the id of the author. */
  async page(list: keyof typeof LISTS, viewerId: string, query: PageQuery, ...authorId: string[]): Promise<RawJson> {
    const { statement, keyset } = LISTS[list];
    const slice = keyset.read(query);
    const values = [viewerId, ...newestFirst(slice), this.runtime.publicUrl, ...authorId];
    const lines = await this.hot<PostLine>(statement, ...values);
    const page = keyset.cut(lines, slice, ({ created_at, id }) => [created_at, id]);
    return new RawJson(pageJson('posts', page));
  }
}
