import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/environment.js';
import { Database } from '../../platform/database/database.js';
import { jsonList, jsonObject } from '../../platform/database/json.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { blocked } from '../blocks/blocked.sql.js';
import type { Reported } from '../../moderation/reports/reportable.port.js';
import type { Asked } from '../../realtime/stream-keeper.port.js';
import { COMMENT_JSON } from '../comments/comment-json.js';
import { NAMED_IN_LISTS, pollsOf } from '../polls/poll.sql.js';
import { postFields, postJson } from './post-json.js';
import { PostMedia } from './post-media.entity.js';
import { Post } from './post.entity.js';
import { POST_POSITION, postIsVisible } from './post.sql.js';

export type PostRow = Pick<Post, 'id' | 'user_id' | 'status'>;
export type TitledPost = PostRow & Pick<Post, 'title'>;
/** With where its stream stands. */
export type SeenPost = PostRow & { position: string };
/** With whether its author and the caller may not meet. */
export type HeldPost = PostRow & { is_blocked: boolean };
export type LockedPost = PostRow & Pick<Post, 'title' | 'content' | 'is_sensitive' | 'published_at'>;
/** As JSON, and where its stream stands. */
export interface Placed {
  json: string;
  position: string;
}

export interface NewPost {
  user_id: string;
  title: string | null;
  content: string | null;
  status: 'draft' | 'published';
  is_sensitive: boolean;
  is_ai_generated: boolean;
}

/** All of nearly every post. Of one that went round the world they were 25 MB: its summary counts them. */
const MOST_REACTIONS = 10_000;

const SIGHT = { viewer: '$2', base: '$3' };
const OF_POST = 'FROM social.posts p JOIN account.users u ON u.id = p.user_id';

const SHOW = sql('post_show', `SELECT ${postJson(SIGHT)}::text AS json ${OF_POST} WHERE p.id = $1`);
/** As everybody sees it. */
const TOLD = sql(
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
    ...postFields(SIGHT),
    reactions: `(
      SELECT ${jsonList(`json_build_object('post_id', r.post_id, 'user_id', r.user_id, 'type', r.type)`, 'r.created_at, r.user_id')}
      FROM (SELECT * FROM social.reactions WHERE post_id = p.id ORDER BY user_id LIMIT ${MOST_REACTIONS}) r)`,
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
/** Whoever is about to answer the post waits here, before he has taken anything that its deletion takes too. */
const LOCK_TO_DELETE = sql(
  'post_lock_to_delete',
  'SELECT id, user_id, status, title FROM social.posts WHERE id = $1 FOR UPDATE',
);
const SEEN_BY = `FROM social.posts p WHERE p.id = $1 AND ${postIsVisible('$2', '$3')}`;
/** What a caller sees of a post. */
const SEEN = sql('post_seen', `SELECT p.id, p.user_id, p.status, ${POST_POSITION} AS position ${SEEN_BY}`);
/** The same of many, each with who asks. */
const READABLE = sql(
  'posts_readable',
  `SELECT p.id IS NOT NULL AS readable
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY asked (id, user_id, n)
   LEFT JOIN account.users u ON u.id = asked.user_id
   LEFT JOIN social.posts p ON p.id = asked.id
     AND ${postIsVisible('asked.user_id', `u.role IN ('admin', 'service_role')`)}
   ORDER BY n`,
);
/** The same before he adds to it: it is not deleted meanwhile. */
const HOLD = sql(
  'post_hold',
  `SELECT p.id, p.user_id, p.status, ${blocked('p.user_id', '$2::uuid')} AS is_blocked ${SEEN_BY} FOR KEY SHARE OF p`,
);
const APPEAR = sql(
  'post_appear',
  'UPDATE social.posts SET published_at = now(), created_at = now() WHERE id = $1',
);
const COMMENTS_OF = sql('post_comments', 'SELECT id FROM social.comments WHERE post_id = $1');
/** By staff, or because many reported it; and back, when they were wrong. */
const SET_FLAGGED = sql(
  'post_set_flagged',
  `UPDATE social.posts SET status = CASE WHEN $2 THEN 'flagged' ELSE 'published' END
   WHERE id = $1 AND status = CASE WHEN $2 THEN 'published' ELSE 'flagged' END RETURNING user_id`,
);
const LOCK_ALL_OF = sql(
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
const FILES_OF = sql('post_files', 'SELECT file_id FROM social.post_media WHERE post_id = $1');

@Injectable()
export class PostRepository extends Repository {
  private readonly base: string;

  constructor(database: Database, config: Config) {
    super(database);
    this.base = config.publicUrl;
  }

  /** As its author sees it, as JSON. */
  async show(id: string, viewerId: string): Promise<string> {
    return (await this.one<{ json: string }>(SHOW, id, viewerId, this.base))?.json as string;
  }

  /** With its reactions and first comments, as JSON; undefined where there is none to be seen. */
  single(id: string, viewerId: string | null, isStaff: boolean): Promise<Placed | undefined> {
    return this.one<Placed & object>(SINGLE, id, viewerId, this.base, isStaff);
  }

  /** As staff sees it that has to decide on it. */
  reported(id: string): Promise<Reported | undefined> {
    return this.one<Reported & object>(REPORTED, id);
  }

  /** `{ post }` as everybody sees it, as JSON. */
  async told(id: string): Promise<string> {
    return (await this.one<{ json: string }>(TOLD, id, this.base))?.json as string;
  }

  async insert(post: NewPost): Promise<string> {
    const { user_id, title, content, status, is_sensitive, is_ai_generated } = post;
    const values = [user_id, title, content, status, is_sensitive, is_ai_generated];
    return (await this.one<{ id: string }>(INSERT, ...values))?.id as string;
  }

  async addMedia(postId: string, fileIds: string[]): Promise<void> {
    const rows = fileIds.map((file_id, position) => ({ post_id: postId, position, file_id }));
    if (rows.length) await this.table(PostMedia).insert(rows);
  }

  async filesOf(postId: string): Promise<string[]> {
    return (await this.rows<{ file_id: string }>(FILES_OF, postId)).map(({ file_id }) => file_id);
  }

  async commentsOf(postId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(COMMENTS_OF, postId)).map(({ id }) => id);
  }

  lock(id: string): Promise<LockedPost | undefined> {
    return this.one<LockedPost>(LOCK, id);
  }

  lockToDelete(id: string): Promise<TitledPost | undefined> {
    return this.one<TitledPost>(LOCK_TO_DELETE, id);
  }

  async lockAllOf(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(LOCK_ALL_OF, userId)).map(({ id }) => id);
  }

  /** What anybody wrote below posts of this user. */
  async commentsBelow(userId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(COMMENTS_BELOW, userId)).map(({ id }) => id);
  }

  forExport(userId: string): Promise<object[]> {
    return this.rows(FOR_EXPORT, userId);
  }

  /** With where its stream stands. */
  seen(id: string, viewerId: string | null, isStaff: boolean): Promise<SeenPost | undefined> {
    return this.one<SeenPost>(SEEN, id, viewerId, isStaff);
  }

  /** Whether each sees what he asks of, in the order of the questions. */
  async readable(asked: Asked[]): Promise<boolean[]> {
    const rows = await this.rows<{ readable: boolean }>(
      READABLE,
      asked.map(({ id }) => id),
      asked.map(({ user_id }) => user_id),
    );
    return rows.map(({ readable }) => readable);
  }

  hold(id: string, viewerId: string, isStaff: boolean): Promise<HeldPost | undefined> {
    return this.one<HeldPost>(HOLD, id, viewerId, isStaff);
  }

  async update(id: string, changes: Partial<Post>): Promise<void> {
    await this.table(Post).update({ id }, { ...changes, updated_at: () => 'now()' });
  }

  /** Its author; undefined where it was so already. */
  async setFlagged(id: string, flagged: boolean): Promise<string | undefined> {
    return (await this.one<{ user_id: string }>(SET_FLAGGED, id, flagged))?.user_id;
  }

  async appear(id: string): Promise<void> {
    await this.count(APPEAR, id);
  }

  async delete(id: string): Promise<void> {
    await this.table(Post).delete({ id });
  }
}
