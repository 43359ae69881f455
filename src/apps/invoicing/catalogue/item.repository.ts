import { In } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { notFound } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Item } from '../entities/client.entity.js';

@AppProvider()
export class ItemRepository extends EntityRepository<Item> {
  protected readonly entity = Item;

  /** By id; one that the owner does not have is 404. */
  async byIds(owner_id: string, ids: Iterable<string>): Promise<Map<string, Item>> {
    const asked = [...new Set(ids)];
    const items = asked.length ? await this.find({ owner_id, id: In(asked) }) : [];
    if (items.length < asked.length) throw notFound('Item');
    return new Map(items.map((item) => [item.id, item]));
  }
}
