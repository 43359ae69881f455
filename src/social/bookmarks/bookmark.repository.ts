import { Injectable } from '@nestjs/common';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { blocked } from '../blocks/blocked.sql.js';
import { postIsVisible } from '../posts/post.sql.js';
import type { Bookmark } from './bookmark.entity.js';

interface Kept {
  bookmark: Bookmark;
  made: boolean;
}
type Row = Bookmark & { made: boolean };

const SHOWN = 'id, user_id, bookmarkable_id, bookmarkable_type, created_at';

// The conflict changes nothing, and so answers the bookmark that is there, even when it was made in this moment.
const KEEP = sql(
  'bookmark_keep',
  `INSERT INTO social.bookmarks (user_id, bookmarkable_type, bookmarkable_id) VALUES ($1, $2, $3)
   ON CONFLICT (user_id, bookmarkable_type, bookmarkable_id) DO UPDATE SET user_id = excluded.user_id
   RETURNING ${SHOWN}, xmax = 0 AS made`,
);
/** Without OFFSET all posts may be read at once, to look them up in memory. */
const SEEN = `(b.bookmarkable_type <> 'post' OR EXISTS (
  SELECT FROM social.posts p
  WHERE p.id = CASE b.bookmarkable_type WHEN 'post' THEN b.bookmarkable_id::uuid END
    AND ${postIsVisible('$1', '$5')} AND NOT ${blocked('p.user_id', '$1::uuid')} OFFSET 0))`;
const list = (name: string, ofType: string) =>
  sql(
    name,
    `SELECT ${SHOWN} FROM social.bookmarks b
     WHERE user_id = $1 ${ofType} AND (created_at, id) < ($2, $3::uuid) AND ${SEEN}
     ORDER BY created_at DESC, id DESC LIMIT $4`,
  );
const OF_USER = list('bookmarks_of_user', '');
const OF_TYPE = list('bookmarks_of_type', 'AND bookmarkable_type = $6');
const DELETE = sql('bookmark_delete', 'DELETE FROM social.bookmarks WHERE id = $1 AND user_id = $2');
const FOR_EXPORT = sql(
  'bookmarks_for_export',
  `SELECT ${SHOWN} FROM social.bookmarks WHERE user_id = $1 ORDER BY created_at, id`,
);

const PAGE = new Keyset({ name: 'bookmarks', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class BookmarkRepository extends Repository {
  async keep(userId: string, type: string, id: string): Promise<Kept> {
    const { made, ...bookmark } = (await this.one<Row>(KEEP, userId, type, id)) as Row;
    return { bookmark, made };
  }

  /** Without posts that the user does not see any more. */
  async ofUser(userId: string, isStaff: boolean, type: string | undefined, query: PageQuery) {
    const slice = PAGE.read(query);
    const values = [userId, ...newestFirst(slice), isStaff];
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
