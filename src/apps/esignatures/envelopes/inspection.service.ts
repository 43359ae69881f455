import { createHash } from 'node:crypto';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppDocumentsService } from '../../contracts/app-documents.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { wholeFile } from '../../kernel/files/whole-file.js';
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
      const hash = createHash('sha256');
      const content = await this.shared.service.readVersion(document.version_id);
      const body = await wholeFile(content, (piece) => hash.update(piece));
      const shape = await this.pdfs.inspect(body);
      if ('fault' in shape) throw new Refusal(400, FAULTS[shape.fault]);
      pages += shape.pages.length;
      if (pages > MOST_PAGES) throw new Refusal(400, 'Document has too many pages');
      inspected.set(document_id, {
        version_id: document.version_id,
        sha256: hash.digest('hex'),
        page_count: shape.pages.length,
        page_sizes: shape.pages,
        name: document.name,
      });
    }
    return inspected;
  }
}
