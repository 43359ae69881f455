import { containing } from '../../kernel/lists/list.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { CannedReply } from '../entities/desk.entity.js';

export type CannedFields = Pick<CannedReply, 'shortcut' | 'title' | 'body' | 'status'>;

const FIND = sql('support_canned_find', 'SELECT * FROM ext_support.canned_replies WHERE id = $1 AND owner_id = $2');
const WITH_SHORTCUT = sql(
  'support_canned_with_shortcut',
  'SELECT id FROM ext_support.canned_replies WHERE owner_id = $1 AND shortcut = $2',
);
const ACTIVE = sql(
  'support_canned_active',
  `SELECT count(*)::int AS n FROM ext_support.canned_replies WHERE owner_id = $1 AND status = 'active'`,
);
const INSERT = sql(
  'support_canned_insert',
  `INSERT INTO ext_support.canned_replies (id, owner_id, shortcut, title, body, status)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING *`,
);
const UPDATE = sql(
  'support_canned_update',
  `UPDATE ext_support.canned_replies SET shortcut = $2, title = $3, body = $4, status = $5, updated_at = now()
   WHERE id = $1 RETURNING *`,
);
const USED = sql('support_canned_used', 'UPDATE ext_support.canned_replies SET uses = uses + 1 WHERE id = $1');
const LIST = sql(
  'support_canned_list',
  `SELECT * FROM ext_support.canned_replies
   WHERE owner_id = $1 AND status = 'active' AND ($2::text IS NULL OR concat_ws(E'\\n', shortcut, title, body) ILIKE $2)
     AND (uses, id) < ($3::int, $4::uuid)
   ORDER BY uses DESC, id DESC LIMIT $5`,
);

const PAGE = new Keyset({ name: 'support-canned-replies', defaultLimit: 20, maxLimit: 100 });
const FIRST = ['2147483647', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

@AppProvider()
export class CannedReplyRepository extends BaseRepository {
  find(id: string, ownerId: string): Promise<CannedReply | undefined> {
    return this.one<CannedReply>(FIND, id, ownerId);
  }

  /** The id of that which has it. */
  async withShortcut(ownerId: string, shortcut: string): Promise<string | undefined> {
    return (await this.one<{ id: string }>(WITH_SHORTCUT, ownerId, shortcut))?.id;
  }

  async active(ownerId: string): Promise<number> {
    return (await this.one<{ n: number }>(ACTIVE, ownerId))?.n ?? 0;
  }

  async insert(id: string, ownerId: string, { shortcut, title, body, status }: CannedFields) {
    const values = [id, ownerId, shortcut, title, body, status];
    return (await this.one<CannedReply>(INSERT, ...values)) as CannedReply;
  }

  async update(id: string, { shortcut, title, body, status }: CannedFields): Promise<CannedReply> {
    const values = [id, shortcut, title, body, status];
    return (await this.one<CannedReply>(UPDATE, ...values)) as CannedReply;
  }

  used(id: string): void {
    this.atEnd(USED, id);
  }

  /** Those that are not archived, most used first; `q` is looked for in all of their words. */
  async list(ownerId: string, q: string | undefined, query: PageQuery) {
    const slice = PAGE.read(query);
    const like = q === undefined ? null : containing(q);
    const [uses, id] = slice.after ?? FIRST;
    const rows = await this.rows<CannedReply>(LIST, ownerId, like, uses, id, slice.fetch);
    return PAGE.cut(rows, slice, (row) => [row.uses, row.id]);
  }
}
