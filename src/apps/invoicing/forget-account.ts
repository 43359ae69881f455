import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { FilesService } from '../../files/files.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';

/** What a deleted owner has issued stays for their clients, with its PDFs. Drafts and all that makes invoices go. */
@AppProvider()
export class ForgetAccount extends AccountDeletionHook {
  constructor(
    private readonly deletion: AccountDeletionRepository,
    private readonly files: FilesService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    await this.files.disown(await this.deletion.leaveIssued(userId));
  }
}
