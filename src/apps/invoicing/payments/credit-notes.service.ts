import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { splitAtDue } from '../../kernel/invoices/settling.js';
import { money } from '../../kernel/selling/prices.js';
import { DocumentEventRepository } from '../documents/document-event.repository.js';
import { DocumentRepository } from '../documents/document.repository.js';
import type { InvoiceDocument } from '../entities/document.entity.js';
import { NoticesService } from '../notices.service.js';
import { CreditRepository } from './credit.repository.js';
import { EXCEEDS_TOTAL, type NoteWish, NoteWritingService } from './note-writing.service.js';
import { NOT_ABOVE_0 } from './payment.fields.js';
import { type Account, dueNow, SettlementService } from './settlement.service.js';

/** Corrects invoices that are issued. */
@AppProvider()
export class CreditNotesService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly writing: NoteWritingService,
    private readonly settlement: SettlementService,
    private readonly credits: CreditRepository,
    private readonly events: DocumentEventRepository,
    private readonly notices: NoticesService,
  ) {}

  /** Issued at once. It lowers what is due first; what is beyond it becomes credit of the client. */
  async create(account: Account, wish: NoteWish, actorId: string): Promise<Account & { note: InvoiceDocument }> {
    const { document: invoice } = account;
    const earlier = await this.documents.creditNotesOf(invoice.id);
    const content = await this.writing.contentOf(account, wish, earlier);
    const left = earlier.reduce((rest, { total_minor }) => rest - total_minor, invoice.total_minor);
    const { total_minor } = content.sums;
    if (left === 0 || total_minor > left) throw new Refusal(409, EXCEEDS_TOTAL);
    if (total_minor === 0) throw new Refusal(400, NOT_ABOVE_0);
    const note = await this.writing.store(account, content, wish.reason);
    const after = await this.count(account, note, actorId);
    await this.notices.tellClient(note, 'credited');
    return { ...after, note };
  }

  private async count({ document, client }: Account, note: InvoiceDocument, actorId: string): Promise<Account> {
    const { id, number, currency, total_minor } = note;
    const { toInvoice, toCredit } = splitAtDue(total_minor, dueNow(document));
    const after = {
      document: await this.settlement.settle(document, { credited: toInvoice }),
      client: await this.credits.change(client, [
        { amount_minor: toCredit, reason: 'credit_note', document_id: document.id, invoice_payment_id: null },
      ]),
    };
    await this.events.record(id, 'issued', actorId, { number });
    const amounts = { amount: money(total_minor, currency), to_credit: money(toCredit, currency) };
    await this.events.record(document.id, 'credited', actorId, { credit_note_id: id, number, ...amounts });
    return after;
  }
}
