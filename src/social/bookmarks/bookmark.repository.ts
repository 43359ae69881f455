import { Injectable } from '@nestjs/common';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import type { Bookmark } from './bookmark.entity.js';

interface Kept {
  bookmark: Bookmark;
  made: boolean;
}

const SHOWN = 'id, user_id, bookmarkable_id, bookmarkable_type, created_at';
/** Changes nothing, and so answers the bookmark that is there, even when it was made in this moment. */
const ONCE = `ON CONFLICT (user_id, bookmarkable_type, bookmarkable_id) DO UPDATE SET user_id = excluded.user_id
  RETURNING ${SHOWN}, xmax = 0 AS made`;

const KEEP = sql(
  'bookmark_keep',
  `INSERT INTO social.bookmarks (user_id, bookmarkable_type, bookmarkable_id) VALUES ($1, $2, $3) ${ONCE}`,
);
// The lock: a post that is deleted takes its bookmarks with it, and this one must not come after.
const KEEP_POST = sql(
  'bookmark_keep_post',
  `INSERT INTO social.bookmarks (user_id, bookmarkable_type, bookmarkable_id)
   SELECT $1::uuid, 'post', p.id::text FROM social.posts p
   WHERE p.id = $2::uuid AND (p.status = 'published' OR p.user_id = $1::uuid OR $3::boolean) FOR KEY SHARE ${ONCE}`,
);
const OF_USER = sql(
  'bookmarks_of_user',
  `SELECT ${SHOWN} FROM social.bookmarks WHERE user_id = $1 AND (created_at, id) < ($2, $3::uuid)
   ORDER BY created_at DESC, id DESC LIMIT $4`,
);
const OF_TYPE = sql(
  'bookmarks_of_type',
  `SELECT ${SHOWN} FROM social.bookmarks
   WHERE user_id = $1 AND bookmarkable_type = $5 AND (created_at, id) < ($2, $3::uuid)
   ORDER BY created_at DESC, id DESC LIMIT $4`,
);
const DELETE = sql('bookmark_delete', 'DELETE FROM social.bookmarks WHERE id = $1 AND user_id = $2');
const FOR_EXPORT = sql(
  'bookmarks_for_export',
  `SELECT ${SHOWN} FROM social.bookmarks WHERE user_id = $1 ORDER BY created_at, id`,
);

const PAGE = new Keyset({ name: 'bookmarks', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class BookmarkRepository extends Repository {
  async keep(userId: string, type: string, id: string): Promise<Kept> {
    return told(await this.one<Row>(KEEP, userId, type, id)) as Kept;
  }

  /** Undefined where the user sees no such post. */
  async keepPost(userId: string, postId: string, isStaff: boolean): Promise<Kept | undefined> {
    return told(await this.one<Row>(KEEP_POST, userId, postId, isStaff));
  }

  async ofUser(userId: string, type: string | undefined, query: PageQuery) {
    const slice = PAGE.read(query);
    const values = [userId, ...newestFirst(slice)];
    const rows = type
      ? await this.rows<Bookmark & object>(OF_TYPE, ...values, type)
      : await this.rows<Bookmark & object>(OF_USER, ...values);
    return PAGE.cut(rows, slice, ({ created_at, id }) => [created_at, id]);
  }

  async delete(id: string, userId: string): Promise<boolean> {
    return (await this.count(DELETE, id, userId)) > 0;
  }

  forExport(userId: string): Promise<object[]> {
    return this.rows(FOR_EXPORT, userId);
  }
}

type Row = Bookmark & { made: boolean };

function told(row: Row | undefined): Kept | undefined {
  if (!row) return undefined;
  const { made, ...bookmark } = row;
  return { bookmark, made };
}
