import { Inject, Injectable } from '@nestjs/common';
import { Runtime } from '../../platform/config/runtime.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { sql } from '../../platform/database/sql.js';
import { pageJson, RawJson } from '../../platform/http/raw-json.js';
import { feedPostJson, postJson, type PostLine } from './post.sql.js';

/** So many of the newest posts of all are read for each followed user, which takes a third of the time of a lookup. */
const NEWEST_EACH = 5;
/** So many of the newest posts of all are read at most. */
const NEWEST = 1_000;
/** Who follows more users than this: it is found out whether these have few posts, before each of them is looked up. */
const MANY = 500;
/** So many posts of the followed users are read at most, to find out whether they have few. */
const FEW = 2_000;

const FOLLOWED = `SELECT following_id AS id FROM social.follows WHERE follower_id = $1 AND status = 'following'`;
const SHOWN_USERS = `${FOLLOWED} UNION ALL SELECT $1::uuid`;
const postsOf = (condition: string) => `SELECT user_id, created_at, id FROM social.posts
  WHERE ${condition} AND status = 'published' AND (created_at, id) < ($2, $3::uuid)`;
const newest = (posts: string, limit: number | string) => `${posts} ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
/** OFFSET 0 makes the check of the author's status the last step: a check of each followed user took twice as long. */
const newestOfActive = (posts: string) => `SELECT p.user_id, p.created_at, p.id
  FROM (${posts} ORDER BY created_at DESC, id DESC OFFSET 0) p
  JOIN account.users u ON u.id = p.user_id AND u.user_status = 'active'
  ORDER BY p.created_at DESC, p.id DESC LIMIT $4`;

/**
 * The posts of the followed users are looked for in three ways. Each costs less than the next one, and is followed by it
 * if it does not find a page:
 * - `recent`: among the newest posts of all. How many of these are read depends on the number of followed users.
 * - `few`: all posts of the followed users, if these are many and rarely write. A plain join took seconds for such a viewer.
 * - `author`: a page of n posts has at most n authors, those with the newest posts after the cursor. One index lookup for
 *   each followed user finds these authors, and a second lookup for each author their posts. So the cost does not grow
 *   with the number of posts of the followed users.
 *
 * IS TRUE makes PostgreSQL hash the followed users, however few of them it expects: to compare each of the posts with
 * each of 5,000 users took 100 ms. The array of `few` is read in the order of an index and the viewer's own posts apart,
 * because PostgreSQL sorts an array that has another order, which took longer than to find the posts.
 */
const FEED = sql(
  'feed_page',
  `WITH viewer AS MATERIALIZED (
     SELECT count(*) AS follows, count(*) > ${MANY} AS follows_many FROM (${FOLLOWED} LIMIT ${MANY + 1}) followed
   ), recent AS MATERIALIZED (
     ${newestOfActive(`SELECT * FROM (${newest(postsOf('true'), `(SELECT least(follows * ${NEWEST_EACH}, ${NEWEST}) FROM viewer)`)}) newest
       WHERE (user_id IN (${SHOWN_USERS})) IS TRUE`)}
   ), search AS MATERIALIZED (
     SELECT follows_many FROM viewer WHERE (SELECT count(*) FROM recent) < $4
   ), few AS MATERIALIZED (
     (${postsOf(`(SELECT follows_many FROM search) AND user_id = ANY (ARRAY (${FOLLOWED} ORDER BY following_id))`)}
      ORDER BY user_id, created_at DESC, id DESC LIMIT ${FEW + 1})
     UNION ALL (${newest(postsOf('(SELECT follows_many FROM search) AND user_id = $1'), '$4')})
   ), author AS (
     ${newestOfActive(`SELECT newest.* FROM (${SHOWN_USERS}) shown
       CROSS JOIN LATERAL (${newest(postsOf('user_id = shown.id'), 1)}) newest
       WHERE (SELECT NOT follows_many OR (SELECT count(*) FROM few) > ${FEW} FROM search)`)}
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
