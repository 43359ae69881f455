import { In } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { grouped } from '../entities/grouped.js';
import { BundlePurchaseItem, type ItemState } from '../entities/purchase.entity.js';

const ADD = sql(
  'bundles_purchase_items_add',
  `INSERT INTO ext_bundles.purchase_items (purchase_id, item_type, item_id, variant_id, title, value_minor,
     allocated_minor, state)
   SELECT i.purchase_id, i.item_type, i.item_id, i.variant_id, i.title, i.value_minor, i.allocated_minor, i.state
   FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY given (item, at),
     jsonb_populate_record(NULL::ext_bundles.purchase_items, given.item) i
   ORDER BY given.at`,
);
const MOVE = sql(
  'bundles_purchase_items_move',
  `UPDATE ext_bundles.purchase_items SET state = $3, changed_at = now(), updated_at = now()
   WHERE purchase_id = $1 AND state = $2 RETURNING *`,
);

export type NewPurchaseItem = Pick<
  BundlePurchaseItem,
  'purchase_id' | 'item_type' | 'item_id' | 'variant_id' | 'title' | 'value_minor' | 'allocated_minor' | 'state'
>;

@AppProvider()
export class PurchaseItemRepository extends EntityRepository<BundlePurchaseItem> {
  protected readonly entity = BundlePurchaseItem;

  /** By the ids of the purchases. */
  async of(purchaseIds: string[]): Promise<Map<string, BundlePurchaseItem[]>> {
    if (!purchaseIds.length) return new Map();
    const rows = await this.find(
      { purchase_id: In(purchaseIds) },
      { order: { item_type: 'ASC', title: 'ASC', id: 'ASC' } },
    );
    return grouped(rows, ({ purchase_id }) => purchase_id);
  }

  async clear(purchaseId: string): Promise<void> {
    await this.delete({ purchase_id: purchaseId });
  }

  async addAll(items: NewPurchaseItem[]): Promise<void> {
    await this.count(ADD, JSON.stringify(items));
  }

  /** Those that were in the first state and are in the second now. */
  move(purchaseId: string, from: ItemState, to: ItemState): Promise<BundlePurchaseItem[]> {
    return this.rows<BundlePurchaseItem>(MOVE, purchaseId, from, to);
  }
}
