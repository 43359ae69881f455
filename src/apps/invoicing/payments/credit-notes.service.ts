import { randomBytes } from 'node:crypto';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { splitAtDue } from '../../kernel/invoices/settling.js';
import { minorOf, money } from '../../kernel/selling/prices.js';
import { DocumentEventRepository } from '../documents/document-event.repository.js';
import { todayIn } from '../documents/document.presenter.js';
import { DocumentRepository } from '../documents/document.repository.js';
import { IssuingService, unlessTaken } from '../documents/issuing.service.js';
import type { LineInput } from '../documents/line.inputs.js';
import { LineRepository, type NewLine } from '../documents/line.repository.js';
import { LinesService } from '../documents/lines.service.js';
import { sumsOf } from '../documents/totals.policy.js';
import type { InvoiceDocument } from '../entities/document.entity.js';
import { InvoicingSettings } from '../invoicing.settings.js';
import { NoticesService } from '../notices.service.js';
import { CreditRepository } from './credit.repository.js';
import { amountLines, leftLines, linesOfRates, sumsOfRates } from './credited-lines.policy.js';
import { NOT_ABOVE_0 } from './payment.fields.js';
import { type Account, dueNow, SettlementService } from './settlement.service.js';

export const EXCEEDS_TOTAL = 'Credit exceeds the invoice total';

interface Wish {
  reason: string;
  /** One of them, or neither: all that is left to credit. */
  lines?: LineInput[];
  amount?: number;
}

/** What a credit note says, and what it comes to. */
interface Content {
  lines: NewLine[];
  sums: ReturnType<typeof sumsOf>;
}

/** Corrects invoices that are issued. */
@AppProvider()
export class CreditNotesService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly lines: LineRepository,
    private readonly pricing: LinesService,
    private readonly issuing: IssuingService,
    private readonly settlement: SettlementService,
    private readonly credits: CreditRepository,
    private readonly events: DocumentEventRepository,
    private readonly notices: NoticesService,
    private readonly settings: AppSettings,
  ) {}

  /** Issued at once. It lowers what is due first; what is beyond it becomes credit of the client. */
  async create(account: Account, wish: Wish, actorId: string): Promise<Account & { note: InvoiceDocument }> {
    const { document: invoice } = account;
    const settings = await this.settings.of(InvoicingSettings, invoice.owner_id);
    const earlier = await this.documents.creditNotesOf(invoice.id);
    const content = await this.contentOf(account, wish, { earlier, settings });
    const credited = earlier.reduce((sum, { total_minor }) => sum + total_minor, 0);
    const { total_minor } = content.sums;
    if (credited + total_minor > invoice.total_minor || (total_minor === 0 && credited === invoice.total_minor))
      throw new Refusal(409, EXCEEDS_TOTAL);
    if (total_minor === 0) throw new Refusal(400, NOT_ABOVE_0);
    const note = await this.store(account, content, { reason: wish.reason, settings });
    const after = await this.count(account, note, actorId);
    await this.notices.tellClient(note, 'credited');
    return { ...after, note };
  }

  private async contentOf(
    { document: invoice, client }: Account,
    { lines, amount, reason }: Wish,
    { earlier, settings }: { earlier: InvoiceDocument[]; settings: InvoicingSettings },
  ): Promise<Content> {
    const { owner_id, currency, prices_include_tax, tax_lines } = invoice;
    if (lines) {
      const priced = await this.pricing.priced(owner_id, lines, client, settings);
      const terms = { prices_include_tax, discount_percent: null, discount_minor: 0 };
      return { lines: priced, sums: sumsOf(priced, terms) };
    }
    const notes = earlier.map((note) => note.tax_lines);
    const minor = amount === undefined ? undefined : minorOf('amount', amount, currency);
    const rates = minor === undefined ? leftLines(tax_lines, notes) : ratesOf(minor, invoice);
    return {
      lines: linesOfRates(rates, reason, prices_include_tax),
      sums: sumsOfRates(rates, prices_include_tax),
    };
  }

  private async store(
    { document: invoice, client }: Account,
    { lines, sums }: Content,
    { reason, settings }: { reason: string; settings: InvoicingSettings },
  ): Promise<InvoiceDocument> {
    const frozen = await this.issuing.frozen('credit_note', todayIn(settings), settings, client);
    const note = await unlessTaken('credit_note', () =>
      this.documents.insert({
        ...frozen,
        ...sums,
        kind: 'credit_note',
        owner_id: invoice.owner_id,
        client_id: client.id,
        invoice_id: invoice.id,
        currency: invoice.currency,
        prices_include_tax: invoice.prices_include_tax,
        // Nothing is due of it.
        credited_minor: sums.total_minor,
        public_token: randomBytes(16).toString('hex'),
        reason,
      }),
    );
    await this.lines.store(note.id, lines);
    return note;
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

/** An invoice of nothing has no rates over which an amount could be spread. */
function ratesOf(minor: number, { total_minor, tax_lines }: InvoiceDocument) {
  if (minor > total_minor) throw new Refusal(409, EXCEEDS_TOTAL);
  return amountLines(minor, tax_lines);
}
