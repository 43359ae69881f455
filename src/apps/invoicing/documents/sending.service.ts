import { NOW } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { dueOf } from '../../kernel/invoices/settling.js';
import type { InvoiceDocument } from '../entities/document.entity.js';
import { NoticesService } from '../notices.service.js';
import { DocumentEventRepository } from './document-event.repository.js';
import { DocumentRepository } from './document.repository.js';
import { IssuingService } from './issuing.service.js';
import { settlementOf } from './state.js';

const DAY_MS = 24 * 60 * 60 * 1000;
export const SENDING_KINDS = ['invoice', 'reminder'] as const;

interface Wish {
  kind?: (typeof SENDING_KINDS)[number];
  message?: string;
  issue_date?: string;
}

/** Sends invoices and reminders to clients. */
@AppProvider()
export class SendingService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly issuing: IssuingService,
    private readonly notices: NoticesService,
    private readonly events: DocumentEventRepository,
  ) {}

  /** The caller has locked the invoice. A draft is issued first. `delivered`: an account was notified. */
  async send(
    document: InvoiceDocument,
    actorId: string | null,
    { kind = 'invoice', message, issue_date }: Wish = {},
  ): Promise<{ document: InvoiceDocument; delivered: boolean }> {
    if (document.status === 'void') throw new Refusal(409, 'Invoice is void');
    const issued = await this.issuing.issue(document, actorId, issue_date);
    return kind === 'invoice' ? this.sendInvoice(issued, actorId, message) : this.remind(issued, actorId, message);
  }

  private async sendInvoice(document: InvoiceDocument, actorId: string | null, message?: string) {
    const delivered = await this.notices.tellClient(document, 'received', { message, mails: true });
    await this.events.record(document.id, 'sent', actorId, { delivered });
    const sent = await this.documents.updateOne({ id: document.id }, { sent_at: NOW, updated_at: NOW });
    return { document: sent as InvoiceDocument, delivered };
  }

  private async remind(document: InvoiceDocument, actorId: string | null, message?: string) {
    if (dueOf(settlementOf(document)) === 0) throw new Refusal(409, 'Invoice is already paid');
    if (document.reminded_at && Date.now() - document.reminded_at.getTime() < DAY_MS)
      throw new Refusal(409, 'Reminded less than 24 hours ago');
    const delivered = await this.notices.tellClient(document, 'reminder', { message, mails: true });
    await this.events.record(document.id, 'reminded', actorId, { delivered });
    const changes = { reminded_at: NOW, sent_at: document.sent_at ?? NOW, updated_at: NOW };
    const reminded = await this.documents.updateOne({ id: document.id }, changes);
    return { document: reminded as InvoiceDocument, delivered };
  }
}
