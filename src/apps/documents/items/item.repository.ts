import { sql } from '../../../platform/database/sql.js';
import { EntityRepository, NOW } from '../../../platform/database/entity.repository.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { startingWith } from '../../kernel/lists/list.js';
import { Item } from '../entities/item.entity.js';
import { numbered, numberedPattern } from './names.js';
import { type Role, roleSql, seenColumns, sharingSql } from './roles.js';

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
  `SELECT i.id, i.name FROM unnest($1::uuid[]) WITH ORDINALITY AS folder (id, place)
   JOIN ext_documents.items i ON i.id = folder.id
   WHERE ${roleSql('i', '$2')} IS NOT NULL ORDER BY folder.place`,
);
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
// Of the folders alone: a document may lie in the deepest one.
const HEIGHT = sql(
  'documents_height',
  `SELECT coalesce(max(cardinality(ancestor_ids)), 0)::int AS deepest FROM ext_documents.items
   WHERE kind = 'folder' AND (id = $1 OR ancestor_ids @> ARRAY[$1::uuid])`,
);
const MOVE = sql(
  'documents_move',
  `UPDATE ext_documents.items SET
     ancestor_ids = $2::uuid[] || ancestor_ids[$3::int + 1:],
     parent_id = CASE WHEN id = $1 THEN $4 ELSE parent_id END,
     updated_at = CASE WHEN id = $1 THEN now() ELSE updated_at END
   WHERE id = $1 OR ancestor_ids @> ARRAY[$1::uuid]`,
);
/** The index of a subtree is rewritten with its rows. */
const MOVE_MS = 60_000;

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

  /** The folders that the item lies in, as far as the user may see them. */
  path(ancestorIds: string[], userId: string): Promise<PathPart[]> {
    return this.rows<PathPart>(PATH, ancestorIds, userId);
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

  /** How many folders the deepest folder in this one lies in. */
  async deepest(id: string): Promise<number> {
    const [row] = await this.rows<{ deepest: number }>(HEIGHT, id);
    return row?.deepest ?? 0;
  }

  /** With all that lies in it, also what of it is in the trash. */
  async move(item: Pick<Item, 'id' | 'ancestor_ids'>, parentId: string | null, ancestorIds: string[]): Promise<void> {
    await this.database.takeTime(MOVE_MS);
    await this.count(MOVE, item.id, ancestorIds, item.ancestor_ids.length, parentId);
  }

  async touch(id: string): Promise<void> {
    await this.update({ id }, { updated_at: NOW });
  }
}
