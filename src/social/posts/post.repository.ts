import { Inject, Injectable } from '@nestjs/common';
import type { Reported } from '../../moderation/reports/reportable.js';
import { Runtime } from '../../platform/config/runtime.js';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { grouped, iso, jsonList, jsonObject, sql } from '../../platform/database/sql.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import type { Asked } from '../../realtime/extension-points.js';
import { pageJson } from '../../platform/http/raw-json.js';
import { blocked } from '../blocks/blocked.sql.js';
import { postIsVisible } from '../common/post-visibility.sql.js';
import { NAMED_IN_LISTS, pollsOf } from '../polls/poll.sql.js';
import { Post, PostMedia } from './post.entity.js';
import { COMMENT_JSON, POST_POSITION, postFields, postJson, type PostLine } from './post.sql.js';
import type { PostCountersData } from './posts.events.js';

export type PostRow = Pick<Post, 'id' | 'user_id' | 'status'>;
export type TitledPost = PostRow & Pick<Post, 'title'>;
/** `position`: the position of the post's stream. */
export type VisiblePost = PostRow & { position: string };
/** `is_blocked`: a block stands between the author and the caller. */
export type HeldPost = PostRow & { is_blocked: boolean };
const LOCKED = ['id', 'user_id', 'status', 'title', 'content', 'is_sensitive', 'published_at'] as const;
export type LockedPost = Pick<Post, (typeof LOCKED)[number]>;
/** The JSON of a post, and the position of its stream. */
type PositionedJson = { json: string; position: string };

/** Very popular posts have more: all of them would be an answer of 25 MB. The counters are exact without them. */
const MAX_REACTIONS = 10_000;

const PARAMETERS = { viewer: '$2', base: '$3' };
const OF_POST = 'FROM social.posts p JOIN account.users u ON u.id = p.user_id';

const VIEW = sql('post_show', `SELECT ${postJson(PARAMETERS)}::text AS json ${OF_POST} WHERE p.id = $1`);
/** The post as a viewer sees it who has not signed in. */
const PUBLIC = sql(
  'post_told',
  `SELECT ${jsonObject({
    post: jsonObject({ ...postFields({ viewer: 'NULL', base: '$2' }), poll: pollsOf('p.id', 'NULL', NAMED_IN_LISTS) }),
  })}::text AS json ${OF_POST} WHERE p.id = $1`,
);
const SINGLE = sql(
  'post_single',
  `SELECT ${jsonObject({
    ...postFields(PARAMETERS),
    reactions: `(
      SELECT ${jsonList(`json_build_object('post_id', r.post_id, 'user_id', r.user_id, 'type', r.type)`, 'r.created_at, r.user_id')}
      FROM (SELECT * FROM social.reactions WHERE post_id = p.id ORDER BY user_id LIMIT ${MAX_REACTIONS}) r)`,
    comments: `(
      SELECT ${jsonList('c.json', 'c.created_at')} FROM (
        SELECT c.created_at, ${COMMENT_JSON} AS json
        FROM (SELECT * FROM social.comments WHERE post_id = p.id ORDER BY created_at LIMIT 50) c
        JOIN account.users u ON u.id = c.user_id
      ) c)`,
  })}::text AS json, ${POST_POSITION} AS position ${OF_POST} WHERE p.id = $1 AND ${postIsVisible('$2', '$4')}`,
);
const VISIBLE = sql(
  'post_seen',
  `SELECT p.id, p.user_id, p.status, ${POST_POSITION} AS position
   FROM social.posts p WHERE p.id = $1 AND ${postIsVisible('$2', '$3')}`,
);
/** Answers in the order of the pairs of post and viewer. */
const READABLE = sql(
  'posts_readable',
  `SELECT p.id IS NOT NULL AS readable
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY asked (id, user_id, n)
   LEFT JOIN account.users u ON u.id = asked.user_id
   LEFT JOIN social.posts p ON p.id = asked.id
     AND ${postIsVisible('asked.user_id', `u.role IN ('admin', 'service_role')`)}
   ORDER BY n`,
);
/** The lock keeps the post from being deleted while the transaction adds to it. */
const LOCK_VISIBLE = grouped(
  'post_hold',
  `SELECT given.place::int, p.id, p.user_id, p.status, ${blocked('p.user_id', 'given.viewer_id')} AS is_blocked
   FROM unnest($1::uuid[], $2::uuid[], $3::boolean[]) WITH ORDINALITY AS given (post_id, viewer_id, is_staff, place)
   JOIN social.posts p ON p.id = given.post_id
   WHERE ${postIsVisible('given.viewer_id', 'given.is_staff')} ORDER BY p.id FOR KEY SHARE OF p`,
);
const COMMENTS_OF = sql('post_comments', 'SELECT id FROM social.comments WHERE post_id = ANY ($1::uuid[])');
export const POSTS_FOR_EXPORT = sql(
  'posts_for_export',
  `SELECT id, title, content, status, is_sensitive, is_ai_generated, created_at, updated_at
   FROM social.posts WHERE user_id = $1 ORDER BY created_at, id`,
);
const REPORTED = sql(
  'post_reported',
  `SELECT 'post' AS type, p.id, p.title, p.content AS text, p.status, p.created_at,
     json_build_object('id', u.id, 'username', u.username) AS author ${OF_POST} WHERE p.id = $1`,
);
const COUNTERS = sql(
  'post_counts',
  `SELECT post_id, reactions AS reactions_summary, comments_count, version::float8 AS version
   FROM social.post_counters WHERE post_id = ANY ($1::uuid[])`,
);
const FILES_OF = sql('post_files', 'SELECT file_id FROM social.post_media WHERE post_id = $1');

const REVIEWED_POST = jsonObject({
  id: 'p.id',
  title: 'p.title',
  status: 'p.status',
  created_at: iso('p.created_at'),
  author: jsonObject({ id: 'u.id', username: 'u.username' }),
});
const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC LIMIT $3';
const of = (status: string) => `(
  SELECT id, user_id, title, status, created_at FROM social.posts
  WHERE status = '${status}' AND (created_at, id) < ($1, $2::uuid) ${NEWEST_FIRST})`;
/** The statuses are constants in the SQL, because each has a partial index of its own. */
const toReview = (name: string, ...statuses: string[]) =>
  sql(
    name,
    `SELECT p.id, p.created_at, ${REVIEWED_POST}::text AS json
     FROM (SELECT * FROM (${statuses.map(of).join(' UNION ALL ')}) each ${NEWEST_FIRST}) p
     JOIN account.users u ON u.id = p.user_id ORDER BY p.created_at DESC, p.id DESC`,
  );
const STATUSES = ['published', 'draft', 'flagged'] as const;
const TO_REVIEW = toReview('posts_to_review', ...STATUSES);
const TO_REVIEW_BY_STATUS = new Map(STATUSES.map((status) => [status, toReview(`posts_to_review_${status}`, status)]));
const REVIEW_PAGE = new Keyset({ name: 'posts-to-review', defaultLimit: 20, maxLimit: 100 });

@Injectable()
export class PostRepository extends EntityRepository<Post> {
  protected readonly entity = Post;
  @Inject(Runtime) private readonly runtime!: Runtime;

  /** The post as JSON, as this viewer sees it. */
  async viewJson(id: string, viewerId: string): Promise<string> {
    return (await this.onlyOne<{ json: string }>(VIEW, id, viewerId, this.runtime.publicUrl)).json;
  }

  /** With its reactions and first comments. */
  async findSingle(id: string, viewerId: string | null, isStaff: boolean): Promise<PositionedJson | undefined> {
    return (await this.hot<PositionedJson>(SINGLE, id, viewerId, this.runtime.publicUrl, isStaff))[0];
  }

  /** For staff, who decides on its reports. */
  findReported(id: string): Promise<Reported | undefined> {
    return this.one<Reported>(REPORTED, id);
  }

  /** `{ post }` as JSON, as a viewer sees it who has not signed in. */
  async publicJson(id: string): Promise<string> {
    return (await this.onlyOne<{ json: string }>(PUBLIC, id, this.runtime.publicUrl)).json;
  }

  async insertMedia(postId: string, fileIds: string[]): Promise<void> {
    const rows = fileIds.map((file_id, position) => ({ post_id: postId, position, file_id }));
    if (rows.length) await this.table(PostMedia).insert(rows);
  }

  async listFiles(postId: string): Promise<string[]> {
    return (await this.rows<{ file_id: string }>(FILES_OF, postId)).map(({ file_id }) => file_id);
  }

  async listComments(postIds: string[]): Promise<string[]> {
    return (await this.rows<{ id: string }>(COMMENTS_OF, postIds)).map(({ id }) => id);
  }

  listCounters(ids: string[]): Promise<PostCountersData[]> {
    return this.rows<PostCountersData>(COUNTERS, ids);
  }

  lock(id: string): Promise<LockedPost | undefined> {
    return this.findOne({ id }, { select: LOCKED, lock: 'no key update' });
  }

  findVisible(id: string, viewerId: string | null, isStaff: boolean): Promise<VisiblePost | undefined> {
    return this.one<VisiblePost>(VISIBLE, id, viewerId, isStaff);
  }

  async areReadable(asked: Asked[]): Promise<boolean[]> {
    const [ids, viewers] = [asked.map(({ id }) => id), asked.map(({ user_id }) => user_id)];
    const rows = await this.rows<{ readable: boolean }>(READABLE, ids, viewers);
    return rows.map(({ readable }) => readable);
  }

  lockVisible(id: string, viewerId: string, isStaff: boolean): Promise<HeldPost | undefined> {
    return this.grouped<HeldPost>(LOCK_VISIBLE, id, viewerId, isStaff);
  }

  /** For staff: posts of every status, newest first. The JSON of the answer. */
  async reviewPage(status: Post['status'] | undefined, query: PageQuery): Promise<string> {
    const slice = REVIEW_PAGE.read(query);
    const statement = (status && TO_REVIEW_BY_STATUS.get(status)) ?? TO_REVIEW;
    const lines = await this.lagging<PostLine>(statement, ...newestFirst(slice));
    const page = REVIEW_PAGE.cut(lines, slice, ({ created_at, id }) => [created_at, id]);
    return pageJson('posts', page);
  }
}
