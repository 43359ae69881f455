import { sql } from '../../../platform/database/sql.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { settingsSql } from '../../kernel/app-settings.js';
import { Item } from '../entities/item.entity.js';
import { FOLDERS, LIVE_BELOW } from '../items/tree.js';
import { isHeldSql } from './hold.repository.js';

export interface HeldDocument {
  item_id: string;
  app_slug: string;
}

const HELD_BELOW = sql(
  'documents_held_below',
  `${FOLDERS} SELECT h.item_id, h.app_slug FROM ext_documents.items i JOIN ext_documents.holds h ON h.item_id = i.id
   WHERE ${LIVE_BELOW} AND h.version_id IS NULL AND ${isHeldSql('h')} ORDER BY h.id LIMIT 1`,
);
// What of it is in the trash already belongs to another root, and stays with that.
const TRASH_FOLDERS = sql(
  'documents_trash_folders',
  `${FOLDERS} UPDATE ext_documents.items i SET trashed_at = now(), trash_root_id = folders.top_id
   FROM folders WHERE i.id = folders.id AND i.trashed_at IS NULL`,
);
// The root of a document is that of its folder, unless it is trashed by itself.
const TRASH_DOCUMENTS = sql(
  'documents_trash',
  `UPDATE ext_documents.items i SET trashed_at = now(), trash_root_id =
     coalesce((SELECT f.trash_root_id FROM ext_documents.items f WHERE f.id = i.parent_id), i.id)
   WHERE (i.id = ANY ($1::uuid[]) OR i.parent_id = ANY (ARRAY (
       SELECT id FROM ext_documents.items WHERE trash_root_id = ANY ($1::uuid[]) AND kind = 'folder')))
     AND i.trashed_at IS NULL`,
);
/** What goes with the items $1 that are in the trash. */
const GONE = `i.trash_root_id = ANY ($2::uuid[])
  AND (i.id = ANY ($1::uuid[]) OR i.parent_id IN (SELECT id FROM folders))`;
const RESTORE = sql(
  'documents_restore',
  `${FOLDERS} UPDATE ext_documents.items i SET trashed_at = NULL, trash_root_id = NULL WHERE ${GONE}`,
);
const HELD_IN_TRASH = sql(
  'documents_held_in_trash',
  `${FOLDERS} SELECT DISTINCT ON (i.id) i.id AS item_id, h.app_slug FROM ext_documents.items i
   JOIN ext_documents.holds h ON h.item_id = i.id
   WHERE ${GONE} AND ${isHeldSql('h')} ORDER BY i.id, h.id`,
);
// The versions by themselves, so that what they take is counted once and not for each document.
const DELETE_VERSIONS = sql(
  'documents_delete_versions',
  `${FOLDERS} DELETE FROM ext_documents.versions v USING ext_documents.items i
   WHERE v.item_id = i.id AND ${GONE} AND NOT i.id = ANY ($3::uuid[])`,
);
const DELETE = sql(
  'documents_delete_items',
  `${FOLDERS} DELETE FROM ext_documents.items i WHERE ${GONE} AND NOT i.id = ANY ($3::uuid[])`,
);
const KEEP = sql(
  'documents_keep_in_trash',
  'UPDATE ext_documents.items SET trash_root_id = id WHERE id = ANY ($1::uuid[])',
);
const ROOTS = sql(
  'documents_trash_roots',
  `SELECT * FROM ext_documents.items WHERE owner_id = $1 AND trashed_at IS NOT NULL AND id = trash_root_id`,
);
const DUE = sql(
  'documents_trash_due',
  `SELECT i.id, i.owner_id FROM ext_documents.items i
   WHERE i.id = i.trash_root_id AND i.trashed_at < now() - interval '1 day'
     AND i.trashed_at < now() - make_interval(days =>
       coalesce((${settingsSql('documents', 'i.owner_id')} ->> 'trash_days')::int, $2))
     AND NOT EXISTS (SELECT FROM ext_documents.holds h WHERE h.item_id = i.id AND ${isHeldSql('h')})
   ORDER BY i.trashed_at LIMIT $1`,
);
/** A folder with very many documents goes in one transaction. */
const LONG_MS = 120_000;

@AppProvider()
export class TrashRepository extends EntityRepository<Item> {
  protected readonly entity = Item;

  async heldBelow(ids: string[]): Promise<HeldDocument | undefined> {
    return this.one<HeldDocument>(HELD_BELOW, ids);
  }

  async trash(ids: string[]): Promise<void> {
    await this.database.takeTime(LONG_MS);
    await this.count(TRASH_FOLDERS, ids);
    await this.count(TRASH_DOCUMENTS, ids);
  }

  async restore({ id, trash_root_id }: Item, to: Pick<Item, 'parent_id' | 'name'>): Promise<void> {
    await this.database.takeTime(LONG_MS);
    await this.update({ id }, to);
    await this.count(RESTORE, [id], [trash_root_id]);
  }

  /** Of what would be deleted with these items. */
  heldInTrash(ids: string[], roots: string[]): Promise<HeldDocument[]> {
    return this.rows<HeldDocument>(HELD_IN_TRASH, ids, roots);
  }

  /** All but what is kept, which then stands in the trash by itself. */
  async deleteForEver(ids: string[], roots: string[], kept: string[]): Promise<void> {
    await this.database.takeTime(LONG_MS);
    await this.count(DELETE_VERSIONS, ids, roots, kept);
    await this.count(DELETE, ids, roots, kept);
    if (kept.length) await this.count(KEEP, kept);
  }

  roots(ownerId: string): Promise<Item[]> {
    return this.converted<Item>(ROOTS, ownerId);
  }

  due(limit: number, days: number): Promise<{ id: string; owner_id: string }[]> {
    return this.rows(DUE, limit, days);
  }
}
