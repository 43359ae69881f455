import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { dayInZone } from '../../kernel/calendar/periods.js';
import type { TaxLine } from '../../kernel/invoices/arithmetic.js';
import { present } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import { percentOf } from '../catalogue/catalogue.views.js';
import type { DocumentLine, InvoiceDocument } from '../entities/document.entity.js';
import { InvoicingSettings } from '../invoicing.settings.js';
import { InvoiceAddressesService } from '../invoice-addresses.service.js';
import { InvoiceView, ListedInvoiceView, LineView } from './document.views.js';
import { stateOf } from './state.js';

export type ListedDocument = Omit<InvoiceDocument, 'seller' | 'client' | 'tax_lines'> & { client_name: string };

/** Documents as their owner sees them. */
@AppProvider()
export class DocumentPresenter {
  constructor(
    private readonly settings: AppSettings,
    private readonly addresses: InvoiceAddressesService,
  ) {}

  async todayOf(ownerId: string): Promise<string> {
    return todayIn(await this.settings.of(InvoicingSettings, ownerId));
  }

  /** The answer of an action about one document. */
  async answer(document: InvoiceDocument): Promise<{ invoice: InvoiceView }> {
    return { invoice: this.shown(document, await this.todayOf(document.owner_id)) };
  }

  shown(document: InvoiceDocument, today: string): InvoiceView {
    return {
      ...present(InvoiceView, document),
      ...this.derived(document, today),
      seller: document.seller,
      client: document.client,
      tax_lines: shownTaxes(document.tax_lines, document.currency),
      draft_pdf_url: document.status === 'draft' ? this.addresses.draftPdfUrl(document.id) : null,
    };
  }

  listed(row: ListedDocument, today: string): ListedInvoiceView {
    return { ...present(ListedInvoiceView, row), ...this.derived(row, today), client_name: row.client_name };
  }

  private derived(document: Omit<InvoiceDocument, 'seller' | 'client' | 'tax_lines'>, today: string) {
    const { total_minor, paid_minor, credited_minor, currency, public_token } = document;
    const isIssued = document.status !== 'draft';
    return {
      state: stateOf(document, today),
      due: document.status === 'void' ? 0 : money(total_minor - paid_minor - credited_minor, currency),
      hosted_url: isIssued ? this.addresses.hostedUrl(public_token) : null,
      pdf_url: isIssued ? this.addresses.pdfUrl(public_token) : null,
    };
  }
}

export const todayIn = ({ timezone }: Pick<InvoicingSettings, 'timezone'>) => dayInZone(timezone, Date.now());

export const shownTaxes = (lines: TaxLine[], currency: string) =>
  lines.map(({ name, rate_ppm, net, tax }) => ({
    name,
    percent: percentOf(rate_ppm),
    net: money(net, currency),
    tax: money(tax, currency),
  }));

export const shownLines = (lines: DocumentLine[], currency: string): LineView[] =>
  lines.map((line) => ({ ...present(LineView, { ...line, currency }), percent: percentOf(line.rate_ppm) }));
