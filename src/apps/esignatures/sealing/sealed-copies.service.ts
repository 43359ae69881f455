import { FilesService } from '../../../files/files.service.js';
import { GeneratedFilesService, UNTIL_KEPT_SECONDS } from '../../../files/signed/generated-files.service.js';
import { AppDocumentsService } from '../../contracts/app-documents.service.js';
import type { SharedDocument, StoredBody } from '../../contracts/documents.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Envelope } from '../entities/envelope.entity.js';
import { HOLDER } from '../envelopes/inspection.service.js';

const PDF = 'application/pdf';
const FOLDER = 'Signed';
const MOST_NAME = 180;

export interface StoredCopies {
  /** The app's own copy. */
  key: string;
  sha256: string;
  name: string;
  /** For the sender's documents. */
  body: StoredBody;
}

/** Two copies of a sealed document: the app's own, and the sender's. */
@AppProvider()
export class SealedCopiesService {
  constructor(
    private readonly documents: AppDocumentsService,
    private readonly generated: GeneratedFilesService,
    private readonly files: FilesService,
  ) {}

  /** Outside of transactions. */
  async store({ owner_id, title }: Envelope, bytes: Buffer): Promise<StoredCopies> {
    const name = `${Array.from(title).slice(0, MOST_NAME).join('')}.pdf`;
    const body = await this.documents.service.storeBody({ owner_id, name, content_type: PDF, body: bytes });
    const file = { owner_id, name, type: PDF, bytes, seconds: UNTIL_KEPT_SECONDS, isBeyondRoom: true };
    const kept = await this.generated.keep(file);
    return { key: kept.id, sha256: body.sha256, name, body };
  }

  /**
   * From now on both copies stay. Returns the sender's document, which they cannot change, and not delete while it is
   * held.
   */
  async file({ id, owner_id }: Envelope, { key, name, body }: StoredCopies): Promise<SharedDocument> {
    await this.files.makePermanent(key);
    const folder = await this.documents.service.ensureFolder(owner_id, [FOLDER]);
    const source = { source_app: HOLDER, source_id: id };
    const document = await this.documents.service.createDocument({
      ...source,
      owner_id,
      name,
      body,
      folder_id: folder.id,
      content_type: PDF,
      protected: true,
    });
    await this.documents.service.addHold({ document_id: document.id, app_slug: HOLDER, reference_id: id });
    return document;
  }

  /** Another run was faster. The other copy is removed by the documents. */
  release({ key }: StoredCopies): Promise<void> {
    return this.files.release([key]);
  }
}
