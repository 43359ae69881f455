import { builtFile, invoicePage, missingInvoicePage } from '@community-platform/pages';
import { disposition } from '../../files/stored/file-name.js';
import { Refusal } from '../../platform/http/refusal.js';
import { decimalText } from '../../platform/money/money.js';
import { AppProvider } from '../kernel/app-provider.js';
import { filled } from '../kernel/app-settings.js';
import { assetAnswer, fileAnswer, NO_INDEX, pageAnswer, type PublicAnswer } from '../kernel/pages/public-answers.js';
import { type PublicRequest, PublicSurface } from '../kernel/pages/public-surface.js';
import { InvoiceAddressesService } from './invoice-addresses.service.js';
import { InvoicingSettings } from './invoicing.settings.js';
import { InvoicePdfsService, type PdfFile } from './printing/invoice-pdfs.service.js';
import { PrintingRepository } from './printing/printing.repository.js';

const STYLE = assetAnswer('text/css', builtFile('invoicing/invoice.css'));
const SCRIPT = assetAnswer('text/javascript', builtFile('invoicing/invoice.js'));

/** What may stand in a content policy: the names of hosts can hold a semicolon. */
const ORIGIN = /^https:\/\/[a-z0-9.-]+(:\d+)?$/;

type Parameters = Record<string, string>;

/** What clients open: the page of a document, and its PDF. Neither changes anything that the owner sees. */
@AppProvider()
export class InvoicingSurface extends PublicSurface {
  protected readonly routes = {
    'invoice.css': () => STYLE,
    'invoice.js': () => SCRIPT,
    'i/:token': (_: PublicRequest, { token = '' }: Parameters) => this.page(token),
    'i/:token/invoice.pdf': async (_: PublicRequest, { token = '' }: Parameters) =>
      pdfAnswer(await this.pdfs.issued(token)),
    'drafts/:ticket.pdf': (_: PublicRequest, { ticket = '' }: Parameters) => this.draft(ticket),
  };

  constructor(
    private readonly documents: PrintingRepository,
    private readonly pdfs: InvoicePdfsService,
    private readonly addresses: InvoiceAddressesService,
  ) {
    super();
  }

  private async page(token: string): Promise<PublicAnswer> {
    const hosted = await this.documents.hosted(token);
    if (!hosted) return pageAnswer(missingInvoicePage(), { status: 404 });
    const { partial_payments: acceptsParts } = filled(InvoicingSettings, hosted.settings ?? {});
    const decimals = decimalsOf(hosted.currency);
    const logo = originOf(hosted.logo_url);
    const sources = logo === undefined ? undefined : { 'img-src': logo };
    return pageAnswer(invoicePage({ token, acceptsParts, decimals, showsLogo: logo !== undefined }), { sources });
  }

  private async draft(ticket: string): Promise<PublicAnswer> {
    const id = this.addresses.openDraft(ticket);
    return pdfAnswer(id === undefined ? undefined : await this.pdfs.draft(id));
  }
}

function pdfAnswer(file: PdfFile | undefined): PublicAnswer {
  if (!file) throw new Refusal(404, 'Invoice not found');
  const headers = { ...NO_INDEX, 'Content-Disposition': disposition('inline', file.name) };
  return fileAnswer('application/pdf', file.bytes, { headers });
}

/** Browsers round some currencies more coarsely than the processor counts them. */
const decimalsOf = (currency: string) => decimalText(0n, currency).split('.')[1]?.length ?? 0;

function originOf(url: string | null): string | undefined {
  const origin = url !== null && URL.canParse(url) ? new URL(url).origin : '';
  return ORIGIN.test(origin) ? origin : undefined;
}
