import { sql } from '../../../platform/database/sql.js';
import { EntityRepository, NOW } from '../../../platform/database/entity.repository.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { startingWith } from '../../kernel/lists/list.js';
import { Item } from '../entities/item.entity.js';
import { numbered, numberedPattern } from './names.js';
import { type Role, roleSql, seenColumns, sharingSql } from './roles.js';
import { aboveSql, FOLDERS } from './tree.js';

/** An item as a user sees it. */
export type SeenItem = Omit<Item, 'search'> & {
  role: Role | null;
  starred: boolean;
  link_count?: number | null;
  access_count?: number | null;
};

export interface PathPart {
  id: string;
  name: string;
}

const SEEN = sql(
  'documents_seen',
  `SELECT ${seenColumns('$2')} FROM ext_documents.items i WHERE i.id = ANY ($1::uuid[])`,
);
const WITH_SHARING = sql(
  'documents_seen_with_sharing',
  `SELECT ${seenColumns('$2')}, ${sharingSql('i', '$2')} FROM ext_documents.items i WHERE i.id = $1`,
);
const LOCK_TREE = sql(
  'documents_lock_tree',
  `SELECT pg_advisory_xact_lock(hashtextextended('ext_documents ' || $1, 0))`,
);
const PATH = sql(
  'documents_path',
  `${aboveSql('$1')} SELECT i.id, i.name FROM above JOIN ext_documents.items i ON i.id = above.id
   WHERE ${roleSql('i', '$2')} IS NOT NULL ORDER BY above.height DESC`,
);
const ABOVE = sql('documents_folders_above', `${aboveSql('$1')} SELECT id FROM above`);
const FOLDER = `coalesce(parent_id, '${FIRST_ID}') = $2`;
const NAMED = sql(
  'documents_sibling',
  `SELECT * FROM ext_documents.items
   WHERE owner_id = $1 AND ${FOLDER} AND lower(name) = lower($3) AND trashed_at IS NULL`,
);
const SIMILAR = sql(
  'documents_similar_names',
  `SELECT lower(name) AS name FROM ext_documents.items
   WHERE owner_id = $1 AND ${FOLDER} AND lower(name) LIKE $3 AND right(lower(name), length($4)) = $4
     AND trashed_at IS NULL`,
);
// A document may lie in the deepest folder.
const HEIGHT = sql('documents_height', `${FOLDERS} SELECT max(depth)::int AS height FROM folders`);
const TOP = sql(
  'documents_top',
  `SELECT i.id FROM ext_documents.items i WHERE i.id = ANY ($1::uuid[])
     AND NOT EXISTS (${aboveSql('i.parent_id')} SELECT FROM above WHERE above.id = ANY ($1::uuid[]))`,
);

@AppProvider()
export class ItemRepository extends EntityRepository<Item> {
  protected readonly entity = Item;

  async seen(id: string, userId: string): Promise<SeenItem | undefined> {
    return (await this.converted<SeenItem>(SEEN, [id], userId))[0];
  }

  seenAll(ids: string[], userId: string): Promise<SeenItem[]> {
    return this.converted<SeenItem>(SEEN, ids, userId);
  }

  async withSharing(id: string, userId: string): Promise<SeenItem> {
    return (await this.converted<SeenItem>(WITH_SHARING, id, userId))[0] as SeenItem;
  }

  /** Until the transaction ends, nobody else changes where items of the owner lie or what they are called. */
  async lockTree(ownerId: string): Promise<void> {
    await this.rows(LOCK_TREE, ownerId);
  }

  /** The folders that the item lies in, the outermost first, as far as the user may see them. */
  async path({ parent_id }: Pick<Item, 'parent_id'>, userId: string): Promise<PathPart[]> {
    return parent_id === null ? [] : this.rows<PathPart>(PATH, parent_id, userId);
  }

  /** The folder and those that it lies in; none for the root. */
  async above(folderId: string | null): Promise<string[]> {
    return folderId === null ? [] : idsOf(await this.rows<{ id: string }>(ABOVE, folderId));
  }

  /** Those that lie in none of the others. */
  async topOf(ids: string[]): Promise<string[]> {
    return ids.length > 1 ? idsOf(await this.rows<{ id: string }>(TOP, ids)) : ids;
  }

  /** The item that has the name in the folder already. */
  async sibling(ownerId: string, parentId: string | null, name: string): Promise<Item | undefined> {
    return (await this.converted<Item>(NAMED, ownerId, parentId ?? FIRST_ID, name))[0];
  }

  /** The name, or "name (2)" and so on if it is taken. The tree is locked. */
  async freeName(ownerId: string, parentId: string | null, name: string): Promise<string> {
    if (!(await this.sibling(ownerId, parentId, name))) return name;
    const { begins, ends } = numberedPattern(name);
    const folder = parentId ?? FIRST_ID;
    const rows = await this.rows<{ name: string }>(SIMILAR, ownerId, folder, startingWith(begins), ends);
    const taken = new Set(rows.map((row) => row.name));
    for (let number = 2; ; number++) {
      const free = numbered(name, number);
      // The database is asked once more, as it may have another opinion of what is lower case.
      if (!taken.has(free.toLowerCase()) && !(await this.sibling(ownerId, parentId, free))) return free;
    }
  }

  /** Through how many folders of this one the deepest lies below it, also if that is in the trash. */
  async height(id: string): Promise<number> {
    return (await this.onlyOne<{ height: number }>(HEIGHT, [id])).height;
  }

  async touch(id: string): Promise<void> {
    await this.update({ id }, { updated_at: NOW });
  }
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
