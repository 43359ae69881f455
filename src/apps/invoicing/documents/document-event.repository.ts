import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DocumentEvent, type EVENT_KINDS } from '../entities/document.entity.js';

type EventKind = (typeof EVENT_KINDS)[number];

/** What happened to a document, for its owner. */
@AppProvider()
export class DocumentEventRepository extends EntityRepository<DocumentEvent> {
  protected readonly entity = DocumentEvent;

  /** `actor_id` null: a job, the client or the processor. */
  async record(document_id: string, kind: EventKind, actor_id: string | null, data: object = {}): Promise<void> {
    await this.insert({ document_id, kind, actor_id, data });
  }

  of(document_id: string): Promise<DocumentEvent[]> {
    return this.find({ document_id }, { order: { created_at: 'ASC', id: 'ASC' } });
  }
}
