import { Injectable } from '@nestjs/common';
import { Keyset, type PageQuery } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { Refusal } from '../../platform/http/refusal.js';
import { COMMENT_JSON } from './comment-json.js';

export interface CommentRow {
  id: string;
  post_id: string;
  user_id: string;
  /** The author of the post that it stands under. */
  post_author_id: string;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;

const PAGE_OF = sql(
  'comments_of_post',
  `SELECT ${COMMENT_JSON}::text AS json,
     to_char(c.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS cursor
   FROM social.comments c JOIN account.users u ON u.id = c.user_id
   WHERE c.post_id = $1 AND c.created_at > $2 ORDER BY c.created_at LIMIT $3`,
);
const INSERT = sql(
  'comment_insert',
  `WITH c AS (
     INSERT INTO social.comments (post_id, user_id, parent_id, content) VALUES ($1, $2, $3, $4) RETURNING *
   ) SELECT c.id, ${COMMENT_JSON}::text AS json FROM c JOIN account.users u ON u.id = c.user_id`,
);
const FIND = sql(
  'comment_find',
  `SELECT c.id, c.post_id, c.user_id, p.user_id AS post_author_id
   FROM social.comments c JOIN social.posts p ON p.id = c.post_id
   WHERE c.id = $1 AND (p.status = 'published' OR p.user_id = $2::uuid OR $3::boolean)`,
);
const PARENT = sql('comment_parent', 'SELECT user_id FROM social.comments WHERE id = $1 AND post_id = $2');
const DELETE = sql('comment_delete', 'DELETE FROM social.comments WHERE id = $1');

/** Its cursor is a moment, as the API says, and not sealed; the limits are those of every list. */
const PAGE = new Keyset({ name: 'comments', defaultLimit: 30, maxLimit: 100 });

@Injectable()
export class CommentRepository extends Repository {
  /** Oldest first, as the JSON of the answer. */
  async page(postId: string, { cursor, limit }: PageQuery): Promise<string> {
    if (cursor !== undefined && (!MOMENT.test(cursor) || Number.isNaN(Date.parse(cursor)))) {
      throw new Refusal(400, 'Invalid cursor');
    }
    const { fetch, limit: shown } = PAGE.read({ limit });
    type Line = { json: string; cursor: string };
    const found = await this.rows<Line>(PAGE_OF, postId, cursor ?? '-infinity', fetch);
    const rows = found.slice(0, shown);
    const next = found.length > shown ? (rows.at(-1)?.cursor ?? null) : null;
    return `{"comments":[${rows.map(({ json }) => json).join(',')}],"next_cursor":${JSON.stringify(next)}}`;
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

  /** As far as the viewer sees the post that it stands under. */
  find(id: string, viewerId: string, isStaff: boolean): Promise<CommentRow | undefined> {
    return this.one<CommentRow & object>(FIND, id, viewerId, isStaff);
  }

  async authorOf(id: string, postId: string): Promise<string | undefined> {
    return (await this.one<{ user_id: string }>(PARENT, id, postId))?.user_id;
  }

  async delete(id: string): Promise<boolean> {
    return (await this.count(DELETE, id)) > 0;
  }
}
