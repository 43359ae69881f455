import { Injectable } from '@nestjs/common';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { sql } from '../../platform/database/sql.js';
import { blocked } from '../blocks/blocked.sql.js';
import { postIsVisible } from '../common/post-visibility.sql.js';
import { Bookmark } from './bookmark.entity.js';

type InsertedBookmark = Bookmark & { made: boolean };

const SHOWN = 'id, user_id, bookmarkable_id, bookmarkable_type, created_at';

// The update changes no value, but makes RETURNING answer the existing row, also one that was inserted concurrently.
const INSERT = sql(
  'bookmark_keep',
  `INSERT INTO social.bookmarks (user_id, bookmarkable_type, bookmarkable_id) VALUES ($1, $2, $3)
   ON CONFLICT (user_id, bookmarkable_type, bookmarkable_id) DO UPDATE SET user_id = excluded.user_id
   RETURNING ${SHOWN}, xmax = 0 AS made`,
);
/** OFFSET 0 prevents a hash join, for which PostgreSQL would read all posts. */
const VISIBLE = `(b.bookmarkable_type <> 'post' OR EXISTS (
  SELECT FROM social.posts p
  WHERE p.id = CASE b.bookmarkable_type WHEN 'post' THEN b.bookmarkable_id::uuid END
    AND ${postIsVisible('$1', '$5')} AND NOT ${blocked('p.user_id', '$1::uuid')} OFFSET 0))`;
const list = (name: string, ofType: string) =>
  sql(
    name,
    `SELECT ${SHOWN} FROM social.bookmarks b
     WHERE user_id = $1 ${ofType} AND (created_at, id) < ($2, $3::uuid) AND ${VISIBLE}
     ORDER BY created_at DESC, id DESC LIMIT $4`,
  );
const OF_USER = list('bookmarks_of_user', '');
const OF_TYPE = list('bookmarks_of_type', 'AND bookmarkable_type = $6');
export const BOOKMARKS_FOR_EXPORT = sql(
  'bookmarks_for_export',
  `SELECT ${SHOWN} FROM social.bookmarks WHERE user_id = $1 ORDER BY created_at, id`,
);

const PAGE = new Keyset({ name: 'bookmarks', defaultLimit: 20, maxLimit: 50 });

@Injectable()
export class BookmarkRepository extends EntityRepository<Bookmark> {
  protected readonly entity = Bookmark;

  async write(userId: string, type: string, id: string): Promise<{ bookmark: Bookmark; isNew: boolean }> {
    const { made: isNew, ...bookmark } = await this.onlyOne<InsertedBookmark>(INSERT, userId, type, id);
    return { bookmark, isNew };
  }

  /** Leaves out posts that the user can no longer see. */
  async listByUser(userId: string, isStaff: boolean, type: string | undefined, query: PageQuery) {
    const slice = PAGE.read(query);
    const values = [userId, ...newestFirst(slice), isStaff];
    const rows = type
      ? await this.rows<Bookmark>(OF_TYPE, ...values, type)
      : await this.rows<Bookmark>(OF_USER, ...values);
    return PAGE.cut(rows, slice, ({ created_at, id }) => [created_at, id]);
  }
}
