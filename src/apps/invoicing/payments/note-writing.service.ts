import { randomBytes } from 'node:crypto';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { minorOf } from '../../kernel/selling/prices.js';
import { todayIn } from '../documents/document.presenter.js';
import { DocumentRepository } from '../documents/document.repository.js';
import { IssuingService, unlessTaken } from '../documents/issuing.service.js';
import type { LineInput } from '../documents/line.inputs.js';
import { LineRepository, type NewLine } from '../documents/line.repository.js';
import { LinesService } from '../documents/lines.service.js';
import { sumsOf } from '../documents/totals.policy.js';
import type { InvoiceDocument } from '../entities/document.entity.js';
import { InvoicingSettings } from '../invoicing.settings.js';
import { amountLines, leftLines, linesOfRates, sumsOfRates } from './credited-lines.policy.js';
import type { Account } from './settlement.service.js';

export const EXCEEDS_TOTAL = 'Credit exceeds the invoice total';

export interface NoteWish {
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

/** Writes the documents of credit notes. */
@AppProvider()
export class NoteWritingService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly lines: LineRepository,
    private readonly pricing: LinesService,
    private readonly issuing: IssuingService,
    private readonly settings: AppSettings,
  ) {}

  /** `earlier` are the credit notes that the invoice has already. */
  async contentOf(
    { document: invoice, client }: Account,
    { lines, amount, reason }: NoteWish,
    earlier: InvoiceDocument[],
  ): Promise<Content> {
    const { owner_id, prices_include_tax } = invoice;
    if (lines) {
      const settings = await this.settings.of(InvoicingSettings, owner_id);
      const priced = await this.pricing.priced(owner_id, lines, client, settings);
      const terms = { prices_include_tax, discount_percent: null, discount_minor: 0 };
      return { lines: priced, sums: sumsOf(priced, terms) };
    }
    const rates = ratesOf(invoice, amount, earlier);
    return {
      lines: linesOfRates(rates, reason, prices_include_tax),
      sums: sumsOfRates(rates, prices_include_tax),
    };
  }

  async store({ document: invoice, client }: Account, { lines, sums }: Content, reason: string) {
    const { id, owner_id, currency, prices_include_tax } = invoice;
    const settings = await this.settings.of(InvoicingSettings, owner_id);
    const frozen = await this.issuing.frozen('credit_note', todayIn(settings), settings, client);
    const note = await unlessTaken('credit_note', () =>
      this.documents.insert({
        ...frozen,
        ...sums,
        kind: 'credit_note',
        owner_id,
        client_id: client.id,
        invoice_id: id,
        currency,
        prices_include_tax,
        // Nothing is due of it.
        credited_minor: sums.total_minor,
        public_token: randomBytes(16).toString('hex'),
        reason,
      }),
    );
    await this.lines.store(note.id, lines);
    return note;
  }
}

function ratesOf(invoice: InvoiceDocument, amount: number | undefined, earlier: InvoiceDocument[]) {
  const { currency, total_minor, tax_lines } = invoice;
  if (amount === undefined)
    return leftLines(
      tax_lines,
      earlier.map((note) => note.tax_lines),
    );
  const minor = minorOf('amount', amount, currency);
  // An invoice of nothing has no rates over which an amount could be spread.
  if (minor > total_minor) throw new Refusal(409, EXCEEDS_TOTAL);
  return amountLines(minor, tax_lines);
}
