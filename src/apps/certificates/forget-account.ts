import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { FilesService } from '../../files/files.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AssetRepository } from './assets/asset.repository.js';
import { CertificateRepository } from './awards/certificate.repository.js';

/**
 * What a deleted issuer has issued stays, and with it the images that it is printed with. The stored PDFs go with the files of
 * the issuer, and are drawn when they are asked for. Certificates are deleted with their recipient, and so are their PDFs.
 */
@AppProvider()
export class ForgetAccount extends AccountDeletionHook {
  constructor(
    private readonly assets: AssetRepository,
    private readonly certificates: CertificateRepository,
    private readonly files: FilesService,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    await this.files.disown(await this.assets.filesOf(userId));
    await this.files.release(await this.certificates.pdfsOfRecipient(userId));
  }
}
