import { AppProvider } from '../kernel/app-provider.js';
import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { FilesService } from '../../files/files.service.js';
import { ProductRepository } from './catalogue/product.repository.js';
import { ProductFileRepository } from './files/product-file.repository.js';
import { CouponRepository } from './sales/coupon.repository.js';
import { Holds } from './sales/holds.js';
import { OrderRepository } from './sales/order.repository.js';

/**
 * What the open orders of a buyer hold is free again, and their stars are taken off; of what is in the books only the
 * money stays. Of the products of a seller those stay that somebody has bought, without an owner and with their files.
 */
@AppProvider()
export class ForgetBuyer extends AccountDeletionHook {
  constructor(
    private readonly products: ProductRepository,
    private readonly orders: OrderRepository,
    private readonly holds: Holds,
    private readonly coupons: CouponRepository,
    private readonly productFiles: ProductFileRepository,
    private readonly files: FilesService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    await this.products.lockOfBuyer(userId);
    for (const { id } of await this.orders.lockPendingOf(userId)) await this.holds.expire(id);
    await this.products.forgetStars(userId);
    await this.orders.forgetAddresses(userId);
    await this.keepProducts(userId);
  }

  private async keepProducts(sellerId: string): Promise<void> {
    await this.orders.endOfSeller(sellerId);
    const kept = await this.products.keepForBuyers(sellerId);
    await this.coupons.deleteAll(kept);
    await this.files.disown(await this.productFiles.attachedIds(kept));
  }
}
