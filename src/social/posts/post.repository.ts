import { Injectable } from '@nestjs/common';
import type { Reported } from '../../moderation/reports/reportable.js';
import { Config } from '../../platform/config/environment.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { jsonList, jsonObject } from '../../platform/database/json.js';
import { sql } from '../../platform/database/sql.js';
import { type ExportNode, rowsOf } from '../../platform/exports/export-node.js';
import type { Asked } from '../../realtime/extension-points.js';
import { blocked } from '../blocks/blocked.sql.js';
import { postIsVisible } from '../common/post-visibility.sql.js';
import { NAMED_IN_LISTS, pollsOf } from '../polls/poll.sql.js';
import { Post, PostMedia } from './post.entity.js';
import { COMMENT_JSON, POST_POSITION, postFields, postJson } from './post.sql.js';
import type { PostCounted } from './posts.events.js';

export type PostRow = Pick<Post, 'id' | 'user_id' | 'status'>;
export type TitledPost = PostRow & Pick<Post, 'title'>;
/** `position`: the position of the post's stream. */
export type VisiblePost = PostRow & { position: string };
/** `is_blocked`: a block stands between the author and the caller. */
export type HeldPost = PostRow & { is_blocked: boolean };
export type LockedPost = PostRow & Pick<Post, 'title' | 'content' | 'is_sensitive' | 'published_at'>;
/** The JSON of a post, and the position of its stream. */
export interface PositionedJson {
  json: string;
  position: string;
}

type NewPost = Pick<Post, 'user_id' | 'title' | 'content' | 'status' | 'is_sensitive' | 'is_ai_generated'>;

/** Very popular posts have more: all of them would be an answer of 25 MB. The counters are exact without them. */
const MAX_REACTIONS = 10_000;

const PARAMETERS = { viewer: '$2', base: '$3' };
const OF_POST = 'FROM social.posts p JOIN account.users u ON u.id = p.user_id';

const VIEW = sql('post_show', `SELECT ${postJson(PARAMETERS)}::text AS json ${OF_POST} WHERE p.id = $1`);
/** The post as a viewer sees it who has not signed in. */
const PUBLIC = sql(
  'post_told',
  `SELECT ${jsonObject({
    post: jsonObject({
      ...postFields({ viewer: 'NULL', base: '$2' }),
      poll: pollsOf('p.id', 'NULL', NAMED_IN_LISTS),
    }),
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
const INSERT = sql(
  'post_insert',
  `INSERT INTO social.posts (user_id, title, content, status, is_sensitive, is_ai_generated, published_at)
   VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $4 = 'published' THEN now() END) RETURNING id`,
);
const LOCK = sql(
  'post_lock',
  `SELECT id, user_id, status, title, content, is_sensitive, published_at FROM social.posts WHERE id = $1 FOR NO KEY UPDATE`,
);
/** Reactions and comments lock the post too, before other rows that the deletion needs: the lock prevents deadlocks. */
const LOCK_FOR_DELETION = sql(
  'post_lock_to_delete',
  'SELECT id, user_id, status, title FROM social.posts WHERE id = $1 FOR UPDATE',
);
const IF_VISIBLE = `FROM social.posts p WHERE p.id = $1 AND ${postIsVisible('$2', '$3')}`;
const VISIBLE = sql('post_seen', `SELECT p.id, p.user_id, p.status, ${POST_POSITION} AS position ${IF_VISIBLE}`);
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
const LOCK_VISIBLE = sql(
  'post_hold',
  `SELECT p.id, p.user_id, p.status, ${blocked('p.user_id', '$2::uuid')} AS is_blocked ${IF_VISIBLE} FOR KEY SHARE OF p`,
);
const SET_PUBLISHED_NOW = sql(
  'post_appear',
  'UPDATE social.posts SET published_at = now(), created_at = now() WHERE id = $1',
);
const COMMENTS_OF = sql('post_comments', 'SELECT id FROM social.comments WHERE post_id = $1');
/** Staff flags a post, and so do three reports; staff restores it. */
const SET_FLAGGED = sql(
  'post_set_flagged',
  `UPDATE social.posts SET status = CASE WHEN $2 THEN 'flagged' ELSE 'published' END
   WHERE id = $1 AND status = CASE WHEN $2 THEN 'published' ELSE 'flagged' END RETURNING user_id`,
);
const LOCK_BY_AUTHOR = sql(
  'posts_lock_all_of_author',
  'SELECT id FROM social.posts WHERE user_id = $1 ORDER BY id FOR UPDATE',
);
const COMMENTS_BELOW = sql(
  'post_comments_below_author',
  'SELECT c.id FROM social.posts p JOIN social.comments c ON c.post_id = p.id WHERE p.user_id = $1',
);
const FOR_EXPORT = sql(
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

@Injectable()
export class PostRepository extends BaseRepository {
  private readonly base: string;

  constructor(database: DatabaseService, config: Config) {
    super(database);
    this.base = config.publicUrl;
  }

  /** The post as JSON, as this viewer sees it. */
  async viewJson(id: string, viewerId: string): Promise<string> {
    return (await this.one<{ json: string }>(VIEW, id, viewerId, this.base))?.json as string;
  }

  /** With its reactions and first comments. */
  findSingle(id: string, viewerId: string | null, isStaff: boolean): Promise<PositionedJson | undefined> {
    return this.one<PositionedJson>(SINGLE, id, viewerId, this.base, isStaff);
  }

  /** For staff, who decides on its reports. */
  findReported(id: string): Promise<Reported | undefined> {
    return this.one<Reported>(REPORTED, id);
  }

  /** `{ post }` as JSON, as a viewer sees it who has not signed in. */
  async publicJson(id: string): Promise<string> {
    return (await this.one<{ json: string }>(PUBLIC, id, this.base))?.json as string;
  }

  async insert(post: NewPost): Promise<string> {
    const { user_id, title, content, status, is_sensitive, is_ai_generated } = post;
    const values = [user_id, title, content, status, is_sensitive, is_ai_generated];
    return (await this.one<{ id: string }>(INSERT, ...values))?.id as string;
  }

  async insertMedia(postId: string, fileIds: string[]): Promise<void> {
    const rows = fileIds.map((file_id, position) => ({ post_id: postId, position, file_id }));
    if (rows.length) await this.table(PostMedia).insert(rows);
  }

  async listFiles(postId: string): Promise<string[]> {
    return (await this.rows<{ file_id: string }>(FILES_OF, postId)).map(({ file_id }) => file_id);
  }

  async listComments(postId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(COMMENTS_OF, postId)).map(({ id }) => id);
  }

  listCounters(ids: string[]): Promise<PostCounted[]> {
    return this.rows<PostCounted>(COUNTERS, ids);
  }

  lock(id: string): Promise<LockedPost | undefined> {
    return this.one<LockedPost>(LOCK, id);
  }

  lockForDeletion(id: string): Promise<TitledPost | undefined> {
    return this.one<TitledPost>(LOCK_FOR_DELETION, id);
  }

  async lockByAuthor(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(LOCK_BY_AUTHOR, userId)).map(({ id }) => id);
  }

  /** All comments below the posts of this user. */
  async listCommentsBelow(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(COMMENTS_BELOW, userId)).map(({ id }) => id);
  }

  forExport(userId: string): ExportNode {
    return rowsOf(FOR_EXPORT, [userId]);
  }

  findVisible(id: string, viewerId: string | null, isStaff: boolean): Promise<VisiblePost | undefined> {
    return this.one<VisiblePost>(VISIBLE, id, viewerId, isStaff);
  }

  /** Answers in the order of the questions. */
  async areReadable(asked: Asked[]): Promise<boolean[]> {
    const rows = await this.rows<{ readable: boolean }>(
      READABLE,
      asked.map(({ id }) => id),
      asked.map(({ user_id }) => user_id),
    );
    return rows.map(({ readable }) => readable);
  }

  lockVisible(id: string, viewerId: string, isStaff: boolean): Promise<HeldPost | undefined> {
    return this.one<HeldPost>(LOCK_VISIBLE, id, viewerId, isStaff);
  }

  async update(id: string, changes: Partial<Post>): Promise<void> {
    await this.table(Post).update({ id }, { ...changes, updated_at: () => 'now()' });
  }

  /** Returns the author; undefined if the post had this state already. */
  async setFlagged(id: string, flagged: boolean): Promise<string | undefined> {
    return (await this.one<{ user_id: string }>(SET_FLAGGED, id, flagged))?.user_id;
  }

  async setPublishedNow(id: string): Promise<void> {
    await this.count(SET_PUBLISHED_NOW, id);
  }

  async delete(id: string): Promise<void> {
    await this.table(Post).delete({ id });
  }
}
