import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { FilesService } from '../../files/files.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import { BundleRepository } from './catalogue/bundle.repository.js';
import { Holds } from './sales/holds.js';
import { PurchaseRepository } from './sales/purchase.repository.js';

/**
 * What the open purchases of a buyer hold is given back. Bundles of a seller that somebody has stay archived, without an
 * owner and with their covers.
 */
@AppProvider()
export class BundlesAccountDeletion extends AccountDeletionHook {
  constructor(
    private readonly bundles: BundleRepository,
    private readonly purchases: PurchaseRepository,
    private readonly holds: Holds,
    private readonly files: FilesService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    await this.bundles.lockOfUser(userId);
    for (const id of await this.purchases.lockPendingOf(userId)) await this.holds.expire(id);
    await this.purchases.endOfSeller(userId);
    await this.files.disown(await this.bundles.keepForBuyers(userId));
  }
}
