import { EncryptionService } from '../../../platform/access/encryption.service.js';
import { Runtime } from '../../../platform/config/runtime.js';
import { AppProvider } from '../../kernel/app-provider.js';

const TICKET = 'invoicing-draft';
const SECONDS = 10 * 60;

@AppProvider()
export class InvoiceAddressesService {
  constructor(
    private readonly encryption: EncryptionService,
    private readonly runtime: Runtime,
  ) {}

  hostedUrl(token: string): string {
    return this.of(`i/${token}`);
  }

  pdfUrl(token: string): string {
    return this.of(`i/${token}/invoice.pdf`);
  }

  draftPdfUrl(id: string): string {
    const sealed = this.encryption.seal(TICKET, { id, until: Date.now() + SECONDS * 1000 });
    return this.of(`drafts/${sealed.toString('base64url')}.pdf`);
  }

  private of(path: string): string {
    return `${this.runtime.publicUrl}/v1/apps/invoicing/public/${path}`;
  }
}
