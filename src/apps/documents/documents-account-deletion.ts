import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { FilesService } from '../../files/files.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import { UpkeepRepository } from './bytes/upkeep.repository.js';
import { ItemRepository } from './items/item.repository.js';

/** Copies that others have made of documents of this user keep their bytes. */
@AppProvider()
export class DocumentsAccountDeletion extends AccountDeletionHook {
  constructor(
    private readonly items: ItemRepository,
    private readonly upkeep: UpkeepRepository,
    private readonly files: FilesService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    await this.items.lockTree(userId);
    await this.files.disown(await this.upkeep.sharedFiles(userId));
  }
}
