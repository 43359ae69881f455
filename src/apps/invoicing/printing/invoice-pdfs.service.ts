import { AppProvider } from '../../kernel/app-provider.js';
import { invoiceDocument } from '../../kernel/invoices/invoice-drawing.js';
import { PdfService } from '../../kernel/pdf/pdf.service.js';
import { StoredPdfsService } from '../../kernel/pdf/stored-pdfs.service.js';
import { printedInvoice } from './printed-invoice.js';
import { type Named, type PrintedDocument, PrintingRepository, type StoredDocument } from './printing.repository.js';

export interface PdfFile {
  name: string;
  bytes: Buffer;
}

/** The PDFs of documents: kept ones of issued documents, and drafts, which are drawn each time. Outside of transactions. */
@AppProvider()
export class InvoicePdfsService {
  constructor(
    private readonly pdf: PdfService,
    private readonly documents: PrintingRepository,
    private readonly stored: StoredPdfsService,
  ) {}

  /** Undefined: no issued document has this token. */
  async issued(token: string): Promise<PdfFile | undefined> {
    const document = await this.documents.issued(token);
    return document && this.of(document);
  }

  /** A draft, or what has become of it. Undefined: it was deleted. */
  async draft(id: string): Promise<PdfFile | undefined> {
    const document = await this.documents.stored(id);
    return document && this.of(document);
  }

  private async of(document: StoredDocument): Promise<PdfFile | undefined> {
    const bytes = await this.stored.read(document.pdf_file_key);
    if (bytes) return { name: nameOf(document), bytes };
    const printed = await this.documents.printed(document.id);
    return printed && this.made(printed);
  }

  private async made(printed: PrintedDocument): Promise<PdfFile> {
    const drawn = await this.pdf.draw(invoiceDocument(printedInvoice(printed)));
    if ('fault' in drawn) throw new Error(`An invoice could not be drawn: ${drawn.fault}`);
    const file = { name: nameOf(printed), bytes: drawn };
    const { id, owner_id, status, pdf_file_key } = printed;
    if (status === 'draft' || owner_id === null) return file;
    await this.stored.keep({ owner_id, ...file }, pdf_file_key, (key) =>
      this.documents.update({ id, pdf_file_key }, { pdf_file_key: key }),
    );
    return file;
  }
}

/** A number may hold a slash, which ends a name of a file. */
const nameOf = ({ kind, number }: Named) =>
  `${kind.replace('_', '-')}-${(number ?? 'draft').replace(/[/\\]/g, '-')}.pdf`;
