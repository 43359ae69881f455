import { Runtime } from '../../../platform/config/runtime.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { TicketsService } from '../../kernel/secrets/tickets.service.js';

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
    private readonly tickets: TicketsService,
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
    return this.of(`files/${this.tickets.sign(TICKET, ticket, SECONDS).ticket}.pdf`);
  }

  /** Undefined if the address was not signed here, or its time is over. */
  open(text: string): PdfTicket | undefined {
    return this.tickets.open<PdfTicket>(TICKET, text);
  }
}
