import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { BundleRepository } from '../catalogue/bundle.repository.js';
import type { Bundle } from '../entities/bundle.entity.js';
import type { BundlePurchase } from '../entities/purchase.entity.js';
import { PurchaseRepository } from './purchase.repository.js';

/** The sales that open checkouts set aside. A bundle is locked before its purchases, everywhere. */
@AppProvider()
export class Holds {
  constructor(
    private readonly bundles: BundleRepository,
    private readonly purchases: PurchaseRepository,
    private readonly database: DatabaseService,
  ) {}

  /** Locks what was sold, then the purchase. */
  async lock({ id, bundle_id }: Pick<BundlePurchase, 'id' | 'bundle_id'>) {
    const bundle = bundle_id === null ? undefined : await this.bundles.lock(bundle_id);
    return { bundle, purchase: await this.purchases.lock(id) };
  }

  /**
   * Returns the bundle for a new purchase; other calls of the buyer wait. A buyer with an open purchase gets it locked
   * and read again. Other buyers get it as it was given, without a lock. Undefined: the bundle is deleted.
   */
  async forBuyer(bundle: Bundle, buyerId: string): Promise<Bundle | undefined> {
    const { id } = bundle;
    await this.purchases.lockBuyer(id, buyerId);
    return (await this.purchases.has('pending', id, buyerId)) ? this.bundles.lock(id) : bundle;
  }

  /** The buyer's open purchase; one that ran out is expired. The bundle is locked. */
  async pending(bundleId: string, buyerId: string): Promise<BundlePurchase | undefined> {
    const purchase = await this.purchases.pending(bundleId, buyerId);
    if (!purchase?.is_over) return purchase;
    await this.expire(purchase.id);
    return undefined;
  }

  /** Ends a pending purchase and gives back, once, the sale that it had set aside. The bundle is locked. */
  async expire(purchaseId: string): Promise<void> {
    const ended = await this.purchases.expire(purchaseId);
    if (ended?.bundle_id) await this.bundles.countSales(ended.bundle_id, { held: -1, sold: 0 });
  }

  /** Ends the purchases of a bundle whose half hour is over, in a transaction of its own. */
  async release(bundleId: string): Promise<void> {
    if (!(await this.purchases.countDue(bundleId))) return;
    await this.database.transaction(async () => {
      if (!(await this.bundles.lock(bundleId))) return;
      const ended = await this.purchases.expireDue(bundleId);
      await this.bundles.countSales(bundleId, { held: -ended, sold: 0 });
    });
  }

  async releaseAll(): Promise<void> {
    for (const id of await this.purchases.bundlesWithDue()) await this.release(id);
    await this.database.transaction(() => this.purchases.expireAbandoned());
  }
}
