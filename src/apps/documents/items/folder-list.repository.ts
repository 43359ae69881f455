import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { searching } from '../../../platform/database/sql.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Item, type Kind } from '../entities/item.entity.js';
import type { ORDERS, SORTS } from '../item.inputs.js';
import type { OpenItem } from './item-access.service.js';
import type { SeenItem } from './item.repository.js';
import { roleInSql, seenColumns, sharingSql } from './roles.js';

type Sort = (typeof SORTS)[number];
type Order = (typeof ORDERS)[number];

const KEYS: Record<Sort, { by: string; type: string }> = {
  name: { by: 'lower(i.name)', type: 'text' },
  updated: { by: 'i.updated_at', type: 'timestamptz' },
  size: { by: 'i.size_bytes', type: 'bigint' },
};

type ListedItem = SeenItem & { list_key: string };

/** Each kind is read from an index in its order. Of the documents, nothing is read before the folders end. */
const listOf = (sort: Sort, order: Order, isTrashed: boolean) => {
  const { by, type } = KEYS[sort];
  const kind = (name: Kind, after: number) =>
    `(SELECT ${seenColumns('$3', roleInSql('$2', '$3'))}, ${sharingSql('i', '$3')}, (${by})::text AS list_key FROM ext_documents.items i
      WHERE i.owner_id = $1 AND coalesce(i.parent_id, '${FIRST_ID}') = $2 AND i.kind = '${name}'
        AND i.trashed_at IS ${isTrashed ? 'NOT NULL' : 'NULL'}
        AND ($${after}::${type} IS NULL OR (${by}, i.id) ${order === 'asc' ? '>' : '<'} ($${after}::${type}, $${after + 1}::uuid))
        AND ($${after + 1}::uuid IS DISTINCT FROM '${FIRST_ID}')
      ORDER BY ${by} ${order}, i.id ${order} LIMIT $4)`;
  return searching(
    `documents_folder ${sort} ${order}${isTrashed ? ' trashed' : ''}`,
    `${kind('folder', 5)} UNION ALL ${kind('document', 7)} LIMIT $4`,
  );
};

type Place = Pick<OpenItem, 'owner_id' | 'trashed_at'> & { id: string | null };

@AppProvider()
export class FolderListRepository extends EntityRepository<Item> {
  protected readonly entity = Item;

  /** What lies in the folder: folders first, then documents. */
  async page(place: Place, userId: string, order: { sort: Sort; order: Order }, query: PageQuery) {
    const keyset = new Keyset({
      name: `documents_folder ${order.sort} ${order.order}`,
      defaultLimit: 20,
      maxLimit: 100,
    });
    const slice = keyset.read(query);
    const statement = listOf(order.sort, order.order, place.trashed_at !== null);
    const values = [place.owner_id, place.id ?? FIRST_ID, userId, slice.fetch, ...startOf(slice.after)];
    const rows = await this.converted<ListedItem>(statement, ...values);
    return keyset.cut(rows, slice, ({ kind, list_key, id }) => [kind, list_key, id]);
  }
}

/** The last key of the folders, then of the documents. The first id instead of a key: that kind is over. */
function startOf(after: string[] | undefined): (string | null)[] {
  if (!after) return [null, null, null, null];
  const [kind, key, id] = after;
  if (after.length !== 3 || key === undefined || id === undefined) throw new Refusal(400, 'Invalid cursor');
  return kind === 'folder' ? [key, id, null, null] : [null, FIRST_ID, key, id];
}
