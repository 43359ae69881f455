import { ListOf } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { BundlePurchase, BundlePurchaseItem } from '../entities/purchase.entity.js';

export class PurchaseItemView extends viewOf(BundlePurchaseItem, {
  without: ['purchase_id', 'created_at', 'updated_at'],
}) {}

export class PurchaseView extends viewOf(BundlePurchase) {
  @ListOf(() => PurchaseItemView) items!: PurchaseItemView[];
}

export const presentPurchase = (purchase: BundlePurchase, items: BundlePurchaseItem[] = []): PurchaseView => ({
  ...present(PurchaseView, purchase),
  items: items.map((item) => present(PurchaseItemView, { ...item, currency: purchase.currency })),
});
