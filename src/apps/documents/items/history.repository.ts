import { isIPv4 } from 'node:net';
import { sql } from '../../../platform/database/sql.js';
import { Keyset, type Page, type PageQuery } from '../../../platform/database/page.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { networkOf } from '../../../platform/http/networks.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Visitor } from '../../kernel/calls/action.js';
import type { Item } from '../entities/item.entity.js';
import { ItemEvent } from '../entities/sharing.entity.js';
import type { Actor } from './item-access.service.js';

export const EVENTS = [
  'uploaded',
  'renamed',
  'moved',
  'version_added',
  'version_restored',
  'shared',
  'unshared',
  'link_created',
  'link_opened',
  'link_downloaded',
  'link_revoked',
  'trashed',
  'restored',
  'held',
  'released',
] as const;
export type EventName = (typeof EVENTS)[number];

const NOTE_MANY = sql(
  'documents_note_many',
  `INSERT INTO ext_documents.events (item_id, owner_id, actor_user_id, event)
   SELECT id, owner_id, $2, $3 FROM ext_documents.items WHERE id = ANY ($1::uuid[])`,
);

const OF_ITEM = sql(
  'documents_events_of_item',
  `SELECT * FROM ext_documents.events WHERE item_id = $1 AND (created_at, id) < ($2, $3::uuid)
   ORDER BY created_at DESC, id DESC LIMIT $4`,
);
const PAGE = new Keyset({ name: 'documents_events', defaultLimit: 20, maxLimit: 100 });

/** What has happened to items. */
@AppProvider()
export class HistoryRepository extends EntityRepository<ItemEvent> {
  protected readonly entity = ItemEvent;

  page(itemId: string, query: PageQuery): Promise<Page<ItemEvent>> {
    return this.newest<ItemEvent>(PAGE, query, OF_ITEM, [itemId]);
  }

  async note({ id, owner_id }: Pick<Item, 'id' | 'owner_id'>, actor: Actor, event: EventName, data: object = {}) {
    await this.insert({ item_id: id, owner_id, actor_user_id: actor.id, event, data });
  }

  async noteMany(ids: string[], actorId: string | null, event: EventName): Promise<void> {
    await this.count(NOTE_MANY, ids, actorId, event);
  }

  async noteVisit(
    link: { id: string; owner_id: string },
    itemId: string,
    event: EventName,
    { visitor, data = {} }: { visitor: Visitor; data?: object },
  ): Promise<void> {
    const ip_prefix = prefixOf(visitor.address);
    await this.insert({ item_id: itemId, owner_id: link.owner_id, link_id: link.id, event, data, ip_prefix });
  }
}

/** The /24 of an IPv4 address, the /48 of an IPv6 address. */
export function prefixOf(address: string): string | null {
  const network = networkOf(address);
  if (network === undefined) return null;
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}
