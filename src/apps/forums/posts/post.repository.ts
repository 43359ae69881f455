import { MoreThan } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { person } from '../forums.sql.js';
import type { PostView } from './post.views.js';
import { Post, type PostStatus } from './post.entity.js';

/** The search words of a post in the language of the forum. The title, given for the first post, weighs more. */
const words = (language: string, title: string, body: string) =>
  `setweight(to_tsvector(${language}::regconfig, ${title}), 'A') || to_tsvector(${language}::regconfig, ${body})`;

const COLUMNS = `id, topic_id, forum_id, owner_id, number, reply_to_number, body, html, status, deleted_by, deleted_at,
  edited_at, edit_count, like_count, created_at, updated_at`;

const INSERT = sql(
  'forums_post_insert',
  `INSERT INTO ext_forums.posts (topic_id, forum_id, owner_id, number, reply_to_number, body, html, status,
     idempotency_key, tsv)
   VALUES ($1, $2, $3, $4, $5, $6::text, $7, $8, $9, ${words('$10::text', '$11::text', '$6::text')})
   RETURNING ${COLUMNS}`,
);
const REWRITE = sql(
  'forums_post_rewrite',
  `UPDATE ext_forums.posts SET body = $2::text, html = $3, edit_count = edit_count + 1, updated_at = now(),
     edited_at = CASE WHEN $4::boolean THEN now() ELSE edited_at END,
     tsv = ${words('$5::text', '$6::text', '$2::text')}
   WHERE id = $1 RETURNING ${COLUMNS}`,
);
const RETITLE = sql(
  'forums_post_retitle',
  `UPDATE ext_forums.posts SET tsv = ${words('$2::text', '$3::text', 'body')}
   WHERE topic_id = $1 AND number = 1 RETURNING ${COLUMNS}`,
);
const REVISE = sql(
  'forums_revise',
  `INSERT INTO ext_forums.revisions (post_id, editor_id, title, body, reason) VALUES ($1, $2, $3, $4, $5)`,
);
const STATUS = sql(
  'forums_post_status',
  `UPDATE ext_forums.posts SET status = $2::text, updated_at = now(),
     deleted_by = CASE WHEN $2 = 'deleted' THEN $3::uuid END,
     deleted_at = CASE WHEN $2 = 'deleted' THEN now() END
   WHERE id = $1 RETURNING ${COLUMNS}`,
);
const VIEW = `p.id, p.topic_id, p.number, p.owner_id, ${person('p.owner_id')} AS author, p.reply_to_number,
  CASE WHEN seen THEN p.body END AS body, CASE WHEN seen THEN p.html END AS html, p.status, p.edited_at,
  p.edit_count, p.like_count, p.created_at,
  EXISTS (SELECT FROM ext_forums.likes l WHERE l.post_id = p.id AND l.user_id = $2::uuid) AS liked`;
/** Staff sees all texts; authors see their own until they are deleted. */
const SEEN = `CROSS JOIN LATERAL (
  SELECT p.status = 'visible' OR $3::boolean OR (p.owner_id = $2::uuid AND p.status <> 'deleted') AS seen) sight`;
const SHOW = sql('forums_post_view', `SELECT ${VIEW} FROM ext_forums.posts p ${SEEN} WHERE p.id = $1`);
// Posts that wait for approval are left out for others; of deleted and hidden posts a stub remains.
const AMONG = `p.topic_id = $1 AND (p.status <> 'pending' OR $3::boolean OR p.owner_id = $2::uuid)
  AND ($4::uuid IS NULL OR p.owner_id = $4)`;
const PAGE_ROWS = sql(
  'forums_posts_page',
  `SELECT ${VIEW} FROM ext_forums.posts p ${SEEN}
   WHERE ${AMONG} AND p.number >= $5 ORDER BY p.number LIMIT $6`,
);
const START_BEFORE = sql(
  'forums_posts_before',
  `SELECT min(number) AS number FROM (
     SELECT p.number FROM ext_forums.posts p WHERE ${AMONG} AND p.number < $5
     ORDER BY p.number DESC LIMIT $6) before`,
);
// Deleted posts count too.
const PACE = sql(
  'forums_pace',
  `SELECT extract(epoch FROM now() - max(created_at))::float8 AS seconds,
     extract(epoch FROM now() - max(created_at) FILTER (WHERE topic_id = $3::uuid))::float8 AS seconds_here,
     count(*) FILTER (WHERE number = 1)::int AS topics, count(*) FILTER (WHERE number > 1)::int AS replies
   FROM ext_forums.posts WHERE forum_id = $1 AND owner_id = $2 AND created_at > now() - interval '1 day'`,
);
// Uses the language that the forum has when the batch is written.
const REINDEX = sql(
  'forums_reindex',
  `WITH batch AS (
     SELECT p.id, p.created_at, CASE WHEN p.number = 1 THEN t.title ELSE '' END AS title, f.language
     FROM ext_forums.posts p JOIN ext_forums.topics t ON t.id = p.topic_id JOIN ext_forums.forums f ON f.id = p.forum_id
     WHERE p.forum_id = $1 AND (p.created_at, p.id) > ($2, $3::uuid)
     ORDER BY p.created_at, p.id LIMIT $4
   ), written AS (
     UPDATE ext_forums.posts p SET tsv = ${words('batch.language', 'batch.title', 'p.body')}
     FROM batch WHERE p.id = batch.id
   )
   SELECT created_at, id FROM batch ORDER BY created_at DESC, id DESC LIMIT 1`,
);

const POSTS = new Keyset({ name: 'forums-posts', defaultLimit: 20, maxLimit: 50 });
const MAX_NUMBER = 2_147_483_647;

export type NewPost = Pick<
  Post,
  'topic_id' | 'forum_id' | 'owner_id' | 'number' | 'reply_to_number' | 'body' | 'html' | 'status' | 'idempotency_key'
>;

/** Who reads the posts of a topic, and optionally the author whose posts they read. */
interface Reader {
  topic_id: string;
  user_id: string | null;
  is_staff: boolean;
  author_id: string | null;
}

interface PageStart {
  from_number?: number;
  around?: number;
}

/** What a member has written in a forum in the last 24 hours. */
interface Pace {
  /** Since the last post; null if there is none. */
  seconds: number | null;
  /** The same in one topic. */
  seconds_here: number | null;
  topics: number;
  replies: number;
}

export type Position = Pick<Post, 'created_at' | 'id'>;

const valuesOf = ({ topic_id, user_id, is_staff, author_id }: Reader) => [topic_id, user_id, is_staff, author_id];

@AppProvider()
export class PostRepository extends EntityRepository<Post> {
  protected readonly entity = Post;

  insertPost(post: NewPost, language: string, title = ''): Promise<Post> {
    const { topic_id, forum_id, owner_id, number, reply_to_number, body, html, status, idempotency_key } = post;
    const values = [topic_id, forum_id, owner_id, number, reply_to_number, body, html, status, idempotency_key];
    return this.onlyOne(INSERT, ...values, language, title);
  }

  async findIdByKey(topicId: string, userId: string, key: string): Promise<string | undefined> {
    const where = { topic_id: topicId, owner_id: userId, idempotency_key: key };
    return (await this.findOne(where, { select: ['id'] }))?.id;
  }

  /** `marked`: readers see that the post was changed. */
  rewrite(id: string, text: Pick<Post, 'body' | 'html'>, marked: boolean, language: string, title: string) {
    return this.onlyOne<Post>(REWRITE, id, text.body, text.html, marked, language, title);
  }

  /** Updates the search words of the first post, which include the title. */
  updateTitleWords(topicId: string, language: string, title: string): Promise<Post> {
    return this.onlyOne(RETITLE, topicId, language, title);
  }

  /** Keeps the text that is about to change. */
  async insertRevision({ id, body }: Post, editorId: string, reason: string | null, title: string | null) {
    await this.count(REVISE, id, editorId, title, body, reason);
  }

  setStatus(id: string, status: PostStatus, by: string | null): Promise<Post> {
    return this.onlyOne(STATUS, id, status, by);
  }

  hasReply({ topic_id, number }: Post): Promise<boolean> {
    return this.exists({ topic_id, number: MoreThan(number) });
  }

  loadView(id: string, userId: string, isStaff: boolean): Promise<PostView> {
    return this.onlyOne(SHOW, id, userId, isStaff);
  }

  /** The posts of a topic by their numbers: from a number on, before a cursor, or around a number. */
  async page(reader: Reader, start: PageStart, query: PageQuery) {
    const slice = POSTS.read(query);
    const from = await this.startOf(reader, start, slice);
    const found = await this.rows<PostView>(PAGE_ROWS, ...valuesOf(reader), from, slice.fetch);
    const { rows: posts, next_cursor } = POSTS.cut(found, slice, ({ number }) => ['from', number + 1]);
    const first = posts[0]?.number ?? 1;
    // Cut as if there were one more row, so that a cursor is made.
    const before = POSTS.cut([first, first], { ...slice, limit: 1 }, (number) => ['before', number]);
    return { posts, next_cursor, prev_cursor: first > 1 ? before.next_cursor : null };
  }

  private async startOf(reader: Reader, start: PageStart, { after, limit }: ReturnType<Keyset['read']>) {
    const { from_number = 1, around } = start;
    if (!after) return around === undefined ? from_number : this.startBefore(reader, around, Math.floor(limit / 2));
    const [kind, number] = [after[0], Number(after[1])];
    if (!Number.isSafeInteger(number) || number > MAX_NUMBER) throw new Refusal(400, 'Invalid cursor');
    return kind === 'before' ? this.startBefore(reader, number, limit) : number;
  }

  /** The number at which a page begins that has so many posts before the given number. */
  private async startBefore(reader: Reader, number: number, count: number): Promise<number> {
    const { number: start } = await this.onlyOne<{ number: number | null }>(
      START_BEFORE,
      ...valuesOf(reader),
      number,
      count,
    );
    return start ?? number;
  }

  pace(forumId: string, userId: string, topicId: string | null): Promise<Pace> {
    return this.onlyOne(PACE, forumId, userId, topicId);
  }

  /** Returns the last row of the batch; undefined if there are no more. */
  async reindexBatch(forumId: string, after: Position | undefined, limit: number): Promise<Position | undefined> {
    const { created_at = '-infinity', id = FIRST_ID } = after ?? {};
    return this.one(REINDEX, forumId, created_at, id, limit);
  }
}
