import { EncryptionService } from '../../../platform/access/encryption.service.js';
import { Runtime } from '../../../platform/config/runtime.js';
import { AppProvider } from '../../kernel/app-provider.js';

const TICKET = 'certificates-pdf';
const SECONDS = 10 * 60;

export const PUBLIC = '/v1/apps/certificates/public';

/** A PDF that is drawn when its address is opened: of a certificate, or the preview of a version of a template. */
export interface PdfTicket {
  kind: 'certificate' | 'preview';
  id: string;
}

/** The addresses of the public surface, and signed ones for PDFs that are not public. */
@AppProvider()
export class AddressesService {
  constructor(
    private readonly encryption: EncryptionService,
    private readonly runtime: Runtime,
  ) {}

  /** Below the public surface of this app. */
  of(path: string): string {
    return `${this.runtime.publicUrl}${PUBLIC}/${path}`;
  }

  verifyUrl(code: string): string {
    return this.of(code);
  }

  claimUrl(token: string): string {
    return this.of(`claim/${token}`);
  }

  signed(ticket: PdfTicket): string {
    const sealed = this.encryption.seal(TICKET, { ...ticket, until: Date.now() + SECONDS * 1000 });
    return this.of(`files/${sealed.toString('base64url')}.pdf`);
  }

  /** Undefined if the address was not signed here, or its time is over. */
  open(text: string): PdfTicket | undefined {
    const ticket = this.encryption.open<PdfTicket & { until: number }>(TICKET, Buffer.from(text, 'base64url'));
    return ticket && ticket.until > Date.now() ? ticket : undefined;
  }
}
