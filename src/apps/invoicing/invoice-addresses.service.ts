import { Runtime } from '../../platform/config/runtime.js';
import { AppProvider } from '../kernel/app-provider.js';
import { TicketsService } from '../kernel/secrets/tickets.service.js';

const TICKET = 'invoicing-draft';
const SECONDS = 10 * 60;

/** The public addresses of documents, and signed ones for the PDFs of drafts. */
@AppProvider()
export class InvoiceAddressesService {
  constructor(
    private readonly tickets: TicketsService,
    private readonly runtime: Runtime,
  ) {}

  hostedUrl(token: string): string {
    return this.of(`i/${token}`);
  }

  pdfUrl(token: string): string {
    return this.of(`i/${token}/invoice.pdf`);
  }

  draftPdfUrl(documentId: string): string {
    return this.of(`drafts/${this.tickets.sign(TICKET, { id: documentId }, SECONDS).ticket}.pdf`);
  }

  /** The id of the document; undefined if the address was not signed here, or its time is over. */
  openDraft(ticket: string): string | undefined {
    return this.tickets.open<{ id: string }>(TICKET, ticket)?.id;
  }

  private of(path: string): string {
    return `${this.runtime.publicUrl}/v1/apps/invoicing/public/${path}`;
  }
}
