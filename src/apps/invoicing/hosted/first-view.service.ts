import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DocumentEventRepository } from '../documents/document-event.repository.js';
import { DocumentRepository } from '../documents/document.repository.js';
import type { InvoiceDocument } from '../entities/document.entity.js';
import { NoticesService } from '../notices.service.js';

/** The owner hears of the first view by anybody else. */
@AppProvider()
export class FirstViewService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly events: DocumentEventRepository,
    private readonly notices: NoticesService,
  ) {}

  /** Of several who open it at once, one is the first. */
  async note(document: InvoiceDocument, viewerId: string | undefined): Promise<void> {
    const { id, viewed_at, owner_id } = document;
    if (viewed_at !== null || owner_id === null || viewerId === owner_id) return;
    if (!(await this.documents.update({ id, viewed_at: null }, { viewed_at: NOW }))) return;
    await this.events.record(id, 'viewed', null);
    this.notices.tellOwner(document, 'viewed');
  }
}
