import { buffer } from 'node:stream/consumers';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppDocumentsService } from '../../contracts/app-documents.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { PdfService } from '../../kernel/pdf/pdf.service.js';
import type { Envelope } from '../entities/envelope.entity.js';
import { isEditing } from './drafts.service.js';
import { EnvelopeDocumentRepository, type FrozenDocument } from './parts.repository.js';

const MEGABYTE = 1024 * 1024;
const MOST_BYTES = 25 * MEGABYTE;
const MOST_BYTES_TOGETHER = 50 * MEGABYTE;
const MOST_PAGES = 500;
const FAULTS = { encrypted: 'PDF is encrypted', unreadable: 'PDF cannot be read' } as const;

/** As which the app holds documents. */
export const HOLDER = 'esignatures';

/** By the id of the document: the version that was read. */
export type Inspected = Map<string, Omit<FrozenDocument, 'id'>>;

/** Reads the documents of a draft before it is sent. */
@AppProvider()
export class InspectionService {
  constructor(
    private readonly documents: EnvelopeDocumentRepository,
    private readonly shared: AppDocumentsService,
    private readonly pdfs: PdfService,
  ) {}

  /** Before the transaction. One document after the other, so that few bytes are in memory. */
  async inspect({ id, owner_id }: Envelope): Promise<Inspected> {
    const inspected: Inspected = new Map();
    let [bytes, pages] = [0, 0];
    for (const { document_id } of await this.documents.of(id)) {
      const document = await this.shared.service.getDocument(owner_id, document_id);
      if (!document || !isEditing(document)) throw notFound('Document');
      bytes += document.size_bytes;
      if (document.size_bytes > MOST_BYTES || bytes > MOST_BYTES_TOGETHER)
        throw new Refusal(400, 'Document is too large');
      const body = await buffer(await this.shared.service.readVersion(document.version_id));
      const shape = await this.pdfs.inspect(body);
      if ('fault' in shape) throw new Refusal(400, FAULTS[shape.fault]);
      pages += shape.pages.length;
      if (pages > MOST_PAGES) throw new Refusal(400, 'Document has too many pages');
      inspected.set(document_id, {
        version_id: document.version_id,
        sha256: await sha256Of(new Uint8Array(body)),
        page_count: shape.pages.length,
        page_sizes: shape.pages,
        name: document.name,
      });
    }
    return inspected;
  }
}

/** In a thread of Node.js, so that large files hold up nobody. */
export const sha256Of = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
