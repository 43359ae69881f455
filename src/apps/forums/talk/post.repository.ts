import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { PostStatus } from '../entities/post.entity.js';
import { Post } from '../entities/post.entity.js';
import type { PostView } from '../forums.views.js';
import { person } from '../people/authors.js';

/** The words of a post in the forum's language; of the first one the title weighs more. */
export const words = (language: string, title: string, body: string) =>
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
const KEYED = sql(
  'forums_post_keyed',
  'SELECT id FROM ext_forums.posts WHERE topic_id = $1 AND owner_id = $2 AND idempotency_key = $3',
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
const HAS_REPLY = sql(
  'forums_post_has_reply',
  'SELECT FROM ext_forums.posts WHERE topic_id = $1 AND number > $2 LIMIT 1',
);
const FIND = sql('forums_post_find', `SELECT ${COLUMNS} FROM ext_forums.posts WHERE id = $1`);
const NUMBERED = sql(
  'forums_post_numbered',
  `SELECT ${COLUMNS} FROM ext_forums.posts WHERE topic_id = $1 AND number = $2`,
);
const VIEW = `p.id, p.topic_id, p.number, p.owner_id, ${person('p.owner_id')} AS author, p.reply_to_number,
  CASE WHEN seen THEN p.body END AS body, CASE WHEN seen THEN p.html END AS html, p.status, p.edited_at,
  p.edit_count, p.like_count, p.created_at,
  EXISTS (SELECT FROM ext_forums.likes l WHERE l.post_id = p.id AND l.user_id = $2::uuid) AS liked`;
/** Staff sees all texts; authors see their own until they are deleted. */
const SEEN = `CROSS JOIN LATERAL (
  SELECT p.status = 'visible' OR $3::boolean OR (p.owner_id = $2::uuid AND p.status <> 'deleted') AS seen) sight`;
const SHOW = sql('forums_post_view', `SELECT ${VIEW} FROM ext_forums.posts p ${SEEN} WHERE p.id = $1`);
// What waits to be let in is not there for others, while of what was taken away the place is left.
const AMONG = `p.topic_id = $1 AND (p.status <> 'pending' OR $3::boolean OR p.owner_id = $2::uuid)
  AND ($4::uuid IS NULL OR p.owner_id = $4)`;
const PAGE = sql(
  'forums_posts_page',
  `SELECT ${VIEW} FROM ext_forums.posts p ${SEEN}
   WHERE ${AMONG} AND p.number >= $5 ORDER BY p.number LIMIT $6`,
);
const BEFORE = sql(
  'forums_posts_before',
  `SELECT min(number) AS number FROM (
     SELECT p.number FROM ext_forums.posts p WHERE ${AMONG} AND p.number < $5
     ORDER BY p.number DESC LIMIT $6) before`,
);

export type NewPost = Pick<
  Post,
  'topic_id' | 'forum_id' | 'owner_id' | 'number' | 'reply_to_number' | 'body' | 'html' | 'status' | 'idempotency_key'
>;

/** Who looks at the posts of a topic, and at whose. */
export interface Look {
  topic_id: string;
  user_id: string | null;
  is_staff: boolean;
  author_id: string | null;
}

const valuesOf = ({ topic_id, user_id, is_staff, author_id }: Look) => [topic_id, user_id, is_staff, author_id];

@AppProvider()
export class PostRepository extends BaseRepository {
  async insert(post: NewPost, language: string, title = ''): Promise<Post> {
    const { topic_id, forum_id, owner_id, number, reply_to_number, body, html, status, idempotency_key } = post;
    const values = [topic_id, forum_id, owner_id, number, reply_to_number, body, html, status, idempotency_key];
    return (await this.one<Post>(INSERT, ...values, language, title)) as Post;
  }

  /** The id of the post that was written with this idempotency key. */
  async keyed(topicId: string, userId: string, key: string): Promise<string | undefined> {
    return (await this.one<{ id: string }>(KEYED, topicId, userId, key))?.id;
  }

  /** `marked`: it tells that it was changed. */
  async rewrite(id: string, text: Pick<Post, 'body' | 'html'>, marked: boolean, language: string, title: string) {
    return (await this.one<Post>(REWRITE, id, text.body, text.html, marked, language, title)) as Post;
  }

  async retitle(topicId: string, language: string, title: string): Promise<Post> {
    return (await this.one<Post>(RETITLE, topicId, language, title)) as Post;
  }

  /** Keeps how it was. */
  async revise({ id, body }: Post, editorId: string, reason: string | null, title: string | null): Promise<void> {
    await this.count(REVISE, id, editorId, title, body, reason);
  }

  async setStatus(id: string, status: PostStatus, by: string | null): Promise<Post> {
    return (await this.one<Post>(STATUS, id, status, by)) as Post;
  }

  async hasReply({ topic_id, number }: Post): Promise<boolean> {
    return (await this.rows(HAS_REPLY, topic_id, number)).length > 0;
  }

  find(id: string): Promise<Post | undefined> {
    return this.one<Post>(FIND, id);
  }

  numbered(topicId: string, number: number): Promise<Post | undefined> {
    return this.one<Post>(NUMBERED, topicId, number);
  }

  async view(id: string, userId: string, isStaff: boolean): Promise<PostView> {
    return (await this.one<PostView>(SHOW, id, userId, isStaff)) as PostView;
  }

  page(look: Look, from: number, limit: number): Promise<PostView[]> {
    return this.rows<PostView>(PAGE, ...valuesOf(look), from, limit);
  }

  /** Where a page begins that has so many posts before this number. */
  async startBefore(look: Look, number: number, count: number): Promise<number> {
    return (await this.one<{ number: number | null }>(BEFORE, ...valuesOf(look), number, count))?.number ?? number;
  }
}
