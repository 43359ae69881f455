import { Injectable } from '@nestjs/common';
import { Keyset, type PageQuery } from '../../platform/database/page.js';
import type { Reported } from '../../moderation/reports/reportable.port.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { pageJson } from '../../platform/http/raw-json.js';
import { Refusal } from '../../platform/http/refusal.js';
import { postIsVisible } from '../posts/post.sql.js';
import { COMMENT_JSON, COMMENT_MOMENT } from './comment-json.js';
import type { CommentOfPost } from './comment-news.js';

export interface CommentRow {
  id: string;
  post_id: string;
  user_id: string;
  parent_id: string | null;
  /** The author of the post that it stands under. */
  post_author_id: string;
}

/** Who is to hear that a comment is gone. */
export interface Company {
  /** Who wrote the comment that it answered. */
  answered: string | null;
  /** Whether its author answered that one once more, or commented on the post once more. */
  answered_again: boolean;
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
const INSERT = sql(
  'comment_insert',
  `WITH c AS (
     INSERT INTO social.comments (post_id, user_id, parent_id, content) VALUES ($1, $2, $3, $4) RETURNING *
   ) SELECT c.id, ${COMMENT_JSON}::text AS json FROM c JOIN account.users u ON u.id = c.user_id`,
);
const SEEN = `SELECT c.id, c.post_id, c.user_id, c.parent_id, p.user_id AS post_author_id
   FROM social.comments c JOIN social.posts p ON p.id = c.post_id
   WHERE c.id = $1 AND (${postIsVisible('$2', '$3')}`;
const FIND = sql('comment_find', `${SEEN})`);
/**
 * Before it is deleted, by its author also where the post is hidden since: who deletes the whole post takes these
 * rows in another order, and waits for this.
 */
const HOLD = sql('comment_hold', `${SEEN} OR c.user_id = $2::uuid) FOR KEY SHARE OF p`);
const COMPANY = sql(
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
const PARENT = sql(
  'comment_parent',
  'SELECT user_id FROM social.comments WHERE id = $1 AND post_id = $2 FOR KEY SHARE',
);
const FOR_EXPORT = sql(
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
const DELETE = sql('comment_delete', 'DELETE FROM social.comments WHERE id = $1');

interface CommentSlice {
  after: string;
  fetch: number;
  limit: number;
}

const LIMITS = new Keyset({ name: 'comments', defaultLimit: 30, maxLimit: 100 });

/** Its cursor is a moment, as the API says, and not sealed; the limits are those of every list. */
export const readCommentPage = ({ cursor, limit }: PageQuery): CommentSlice => ({
  ...LIMITS.read({ limit }),
  after: momentOf(cursor),
});

@Injectable()
export class CommentRepository extends Repository {
  /** Oldest first, as the JSON of the answer. */
  async page(postId: string, { after, fetch, limit }: CommentSlice): Promise<string> {
    type Line = { json: string; cursor: string };
    const found = await this.rows<Line>(PAGE_OF, postId, after, fetch);
    const rows = found.slice(0, limit);
    const next_cursor = found.length > limit ? (rows.at(-1)?.cursor ?? null) : null;
    return pageJson('comments', { rows, next_cursor });
  }

  async insert(
    postId: string,
    userId: string,
    parentId: string | null,
    content: string,
  ): Promise<{ id: string; json: string }> {
    const row = await this.one<{ id: string; json: string }>(INSERT, postId, userId, parentId, content);
    return row as { id: string; json: string };
  }

  /** As staff sees it that has to decide on it. */
  reported(id: string): Promise<Reported | undefined> {
    return this.one<Reported & object>(REPORTED, id);
  }

  /** As far as the viewer sees the post that it stands under. */
  find(id: string, viewerId: string, isStaff: boolean): Promise<CommentRow | undefined> {
    return this.one<CommentRow & object>(FIND, id, viewerId, isStaff);
  }

  /** The same, and its post stays to the end of the transaction. */
  hold(id: string, viewerId: string, isStaff: boolean): Promise<CommentRow | undefined> {
    return this.one<CommentRow & object>(HOLD, id, viewerId, isStaff);
  }

  company(id: string): Promise<Company | undefined> {
    return this.one<Company & object>(COMPANY, id);
  }

  async authorOf(id: string, postId: string): Promise<string | undefined> {
    return (await this.one<{ user_id: string }>(PARENT, id, postId))?.user_id;
  }

  async delete(id: string): Promise<boolean> {
    return (await this.count(DELETE, id)) > 0;
  }

  /** What the user wrote below posts of others. */
  belowOthers(userId: string): Promise<CommentOfPost[]> {
    return this.rows<CommentOfPost & object>(BELOW_OTHERS, userId);
  }

  forExport(userId: string): Promise<object[]> {
    return this.rows(FOR_EXPORT, userId);
  }
}

/** As PostgreSQL reads it. JavaScript knows what days there are and what zones, and of fractions three digits. */
function momentOf(cursor: string | undefined): string {
  if (cursor === undefined) return '-infinity';
  const at = MOMENT.test(cursor) && isDay(cursor.slice(0, 10)) ? Date.parse(cursor) : NaN;
  if (Number.isNaN(at)) throw new Refusal(400, 'Invalid cursor');
  const [, micros = ''] = /\.\d{3}(\d{1,3})/.exec(cursor) ?? [];
  return new Date(at).toISOString().replace('Z', `${micros}Z`);
}

/** JavaScript takes the 30th of February for the 1st of March. */
const isDay = (day: string) => new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) ?? false;
