import { Inject, Injectable } from '@nestjs/common';
import { Runtime } from '../../platform/config/runtime.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { sql } from '../../platform/database/sql.js';
import { pageJson, RawJson } from '../../platform/http/raw-json.js';
import { feedPostJson, postJson, type PostLine } from './post.sql.js';

/** Who follows more users than this: their posts are looked for among the newest of all first. */
const MANY = 500;
/** So many of the newest posts of all are read. */
const NEWEST = 1_000;
/** So many posts of the followed users are read at most, to find out whether they have few. */
const FEW = 2_000;

const postsOf = (condition: string) => `SELECT user_id, created_at, id FROM social.posts
  WHERE ${condition} AND status = 'published' AND (created_at, id) < ($2, $3::uuid)`;
const newest = (posts: string, limit: number | string) => `${posts} ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
/** OFFSET 0 makes the check of the author's status the last step: a check of each followed user took twice as long. */
const newestOfActive = (posts: string) => `SELECT p.user_id, p.created_at, p.id
  FROM (${posts} ORDER BY created_at DESC, id DESC OFFSET 0) p
  JOIN account.users u ON u.id = p.user_id AND u.user_status = 'active'
  ORDER BY p.created_at DESC, p.id DESC LIMIT $4`;

/**
 * A page of n posts has at most n authors: those with the newest posts after the cursor. The statement finds these
 * authors with one index lookup for each followed user (`author`), then reads their posts with a second lookup for
 * each author. So its cost does not grow with the number of posts of the followed users. A plain join took seconds for a
 * viewer with many followed users who rarely post.
 *
 * For a viewer who follows thousands, these lookups take longer than all the rest. Either the followed users post
 * often, and the newest posts of all contain a page of theirs (`recent`); or they post rarely, and all their posts are
 * few (`few`). Only otherwise they are looked up one by one. IS TRUE makes PostgreSQL hash the followed users, however
 * few of them it expects: to compare each of the posts with each of 5,000 users took 100 ms.
 */
const FEED = sql(
  'feed_page',
  `WITH followed AS MATERIALIZED (
     SELECT following_id AS id FROM social.follows WHERE follower_id = $1 AND status = 'following'
     UNION ALL SELECT $1::uuid
   ), viewer AS MATERIALIZED (
     SELECT count(*) > ${MANY} AS follows_many FROM followed
   ), recent AS MATERIALIZED (
     ${newestOfActive(`SELECT * FROM (${newest(postsOf('(SELECT follows_many FROM viewer)'), NEWEST)}) newest
       WHERE (user_id IN (SELECT id FROM followed)) IS TRUE`)}
   ), few AS MATERIALIZED (
     ${postsOf(`(SELECT follows_many FROM viewer) AND (SELECT count(*) FROM recent) < $4
       AND user_id = ANY (ARRAY (SELECT id FROM followed))`)}
     ORDER BY user_id, created_at DESC, id DESC LIMIT ${FEW + 1}
   ), author AS (
     ${newestOfActive(`SELECT newest.* FROM followed
       CROSS JOIN LATERAL (${newest(postsOf('user_id = followed.id'), 1)}) newest
       WHERE (SELECT NOT follows_many FROM viewer) OR (SELECT count(*) FROM few) > ${FEW}`)}
   )
   SELECT p.id, p.created_at, ${feedPostJson({ viewer: '$1', base: '$5' })}::text AS json
   FROM (
     SELECT id FROM (
       SELECT * FROM recent WHERE (SELECT count(*) FROM recent) = $4
       UNION ALL (${newestOfActive(`SELECT * FROM few WHERE (SELECT count(*) FROM few) <= ${FEW}`)})
       UNION ALL (SELECT next.* FROM author CROSS JOIN LATERAL (${newest(postsOf('user_id = author.user_id'), '$4')}) next)
     ) found ORDER BY created_at DESC, id DESC LIMIT $4
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
