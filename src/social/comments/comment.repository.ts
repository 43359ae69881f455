import { Injectable } from '@nestjs/common';
import type { Reported } from '../../moderation/reports/reportable.js';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { Keyset, type PageQuery, type Slice } from '../../platform/database/page.js';
import { grouped, sql } from '../../platform/database/sql.js';
import { pageJson } from '../../platform/http/raw-json.js';
import { Refusal } from '../../platform/http/refusal.js';
import { postIsVisible } from '../common/post-visibility.sql.js';
import { COMMENT_JSON, COMMENT_MOMENT } from '../posts/post.sql.js';
import { Comment } from './comment.entity.js';

export type CommentOfPost = Pick<Comment, 'id' | 'post_id'>;
export type CommentRow = Pick<Comment, 'id' | 'post_id' | 'user_id' | 'parent_id'> & { post_author_id: string };
type InsertedComment = Pick<Comment, 'id'> & { json: string };

/** What decides which notifications go when a comment is deleted. */
export interface Surroundings {
  /** The author of the parent comment. */
  answered: string | null;
  /** The comment's author has another reply to the same parent. */
  answered_again: boolean;
  /** The comment's author has another comment on the post. */
  commented_again: boolean;
}

const MOMENT = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

const PAGE_OF = sql(
  'comments_of_post',
  `SELECT ${COMMENT_JSON}::text AS json, ${COMMENT_MOMENT} AS cursor
   FROM (
     SELECT * FROM social.comments WHERE post_id = $1 AND created_at > $2 ORDER BY created_at LIMIT $3
   ) c JOIN account.users u ON u.id = c.user_id ORDER BY c.created_at`,
);
// In the order of the posts, because a trigger locks the counters of each: two such statements never lock each other out.
const INSERT = grouped(
  'comment_insert',
  `WITH given AS (
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])
       WITH ORDINALITY AS given (post_id, user_id, parent_id, content, place)
   ), c AS (
     INSERT INTO social.comments (post_id, user_id, parent_id, content)
     SELECT post_id, user_id, parent_id, content FROM given ORDER BY post_id RETURNING *
   ) SELECT given.place::int, c.id, ${COMMENT_JSON}::text AS json
   FROM given JOIN c ON c.post_id = given.post_id JOIN account.users u ON u.id = c.user_id`,
);
const VISIBLE = `SELECT c.id, c.post_id, c.user_id, c.parent_id, p.user_id AS post_author_id
   FROM social.comments c JOIN social.posts p ON p.id = c.post_id
   WHERE c.id = $1 AND (${postIsVisible('$2', '$3')}`;
const FIND = sql('comment_find', `${VISIBLE})`);
/**
 * Locks the post as well: deleting a whole post takes these rows in another order and has to wait. Authors can also
 * delete their comments below a post that was hidden since.
 */
const LOCK_VISIBLE = sql('comment_hold', `${VISIBLE} OR c.user_id = $2::uuid) FOR KEY SHARE OF p`);
const SURROUNDINGS = sql(
  'comment_company',
  `SELECT parent.user_id AS answered,
     EXISTS (
       SELECT FROM social.comments o WHERE o.parent_id = c.parent_id AND o.user_id = c.user_id AND o.id <> c.id
     ) AS answered_again,
     EXISTS (
       SELECT FROM social.comments o LEFT JOIN social.comments op ON op.id = o.parent_id
       WHERE o.post_id = c.post_id AND o.user_id = c.user_id AND o.id <> c.id AND op.user_id IS DISTINCT FROM p.user_id
     ) AS commented_again
   FROM social.comments c JOIN social.posts p ON p.id = c.post_id LEFT JOIN social.comments parent ON parent.id = c.parent_id
   WHERE c.id = $1`,
);
export const COMMENTS_FOR_EXPORT = sql(
  'comments_for_export',
  `SELECT id, post_id, parent_id, content, created_at FROM social.comments WHERE user_id = $1 ORDER BY created_at, id`,
);
const BELOW_OTHERS = sql(
  'comments_below_others',
  `SELECT c.id, c.post_id FROM social.comments c
   WHERE c.user_id = $1 AND (SELECT p.user_id FROM social.posts p WHERE p.id = c.post_id) <> $1
   ORDER BY c.post_id, c.created_at`,
);
const REPORTED = sql(
  'comment_reported',
  `SELECT 'comment' AS type, c.id, c.content AS text, c.created_at,
     json_build_object('id', u.id, 'username', u.username) AS author
   FROM social.comments c JOIN account.users u ON u.id = c.user_id WHERE c.id = $1`,
);

type CommentSlice = Omit<Slice, 'after'> & { after: string };

const LIMITS = new Keyset({ name: 'comments', defaultLimit: 30, maxLimit: 100 });

/** The API defines the cursor as a plain time, so it is not sealed; the limits are those of every list. */
export const readCommentPage = ({ cursor, limit }: PageQuery): CommentSlice => ({
  ...LIMITS.read({ limit }),
  after: momentOf(cursor),
});

@Injectable()
export class CommentRepository extends EntityRepository<Comment> {
  protected readonly entity = Comment;

  /** Oldest first, as the JSON of the answer. */
  async page(postId: string, { after, fetch, limit }: CommentSlice): Promise<string> {
    type Line = { json: string; cursor: string };
    const found = await this.rows<Line>(PAGE_OF, postId, after, fetch);
    const rows = found.slice(0, limit);
    const next_cursor = found.length > limit ? (rows.at(-1)?.cursor ?? null) : null;
    return pageJson('comments', { rows, next_cursor });
  }

  async write(postId: string, userId: string, parentId: string | null, content: string): Promise<InsertedComment> {
    return (await this.grouped<InsertedComment>(INSERT, postId, userId, parentId, content)) as InsertedComment;
  }

  /** For staff, who decides on its reports. */
  findReported(id: string): Promise<Reported | undefined> {
    return this.one<Reported>(REPORTED, id);
  }

  /** Undefined if the viewer cannot read the comment's post. */
  findVisible(id: string, viewerId: string, isStaff: boolean): Promise<CommentRow | undefined> {
    return this.one<CommentRow>(FIND, id, viewerId, isStaff);
  }

  /** Like `findVisible`, and locks the post until the transaction ends. */
  lockVisible(id: string, viewerId: string, isStaff: boolean): Promise<CommentRow | undefined> {
    return this.one<CommentRow>(LOCK_VISIBLE, id, viewerId, isStaff);
  }

  findSurroundings(id: string): Promise<Surroundings | undefined> {
    return this.one<Surroundings>(SURROUNDINGS, id);
  }

  /** The user's comments below posts of others. */
  listBelowPostsOfOthers(userId: string): Promise<CommentOfPost[]> {
    return this.rows<CommentOfPost>(BELOW_OTHERS, userId);
  }
}

/** The time as PostgreSQL reads it. JavaScript checks days and time zones, but keeps only milliseconds. */
function momentOf(cursor: string | undefined): string {
  if (cursor === undefined) return '-infinity';
  const at = MOMENT.test(cursor) && isDay(cursor.slice(0, 10)) ? Date.parse(cursor) : NaN;
  if (Number.isNaN(at)) throw new Refusal(400, 'Invalid cursor');
  const [, micros = ''] = /\.\d{3}(\d{1,3})/.exec(cursor) ?? [];
  return new Date(at).toISOString().replace('Z', `${micros}Z`);
}

/** JavaScript reads the 30th of February as the 1st of March. */
const isDay = (day: string) => new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) ?? false;
