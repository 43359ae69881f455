import { JobsService } from '../../../jobs/jobs.service.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { hasReader } from '../../kernel/files/file-text-readers.js';
import type { Item } from '../entities/item.entity.js';
import type { StoredBytes, Version } from '../entities/version.entity.js';
import { HistoryRepository } from '../items/history.repository.js';
import type { Actor, Place } from '../items/item-access.service.js';
import { ItemRepository } from '../items/item.repository.js';
import { ProcessVersionJob } from '../jobs/process-version.job.js';
import { VersionRepository } from './version.repository.js';

export const IS_PROTECTED = 'Document is protected';
export const IS_NEWER = 'Document has a newer version';

/** The content that a version has. */
export type Content = Pick<StoredBytes, 'sha256' | 'size_bytes'> & { blob_id: string; content_type: string };

type NewDocument = Place &
  Pick<Item, 'name'> &
  Partial<Pick<Item, 'protected' | 'source_app' | 'source_id' | 'description' | 'tags'>>;

/** Adds documents and versions of them. What they take is counted by the caller. */
@AppProvider()
export class VersionsService {
  constructor(
    private readonly items: ItemRepository,
    private readonly versions: VersionRepository,
    private readonly history: HistoryRepository,
    private readonly jobs: JobsService,
    private readonly process: ProcessVersionJob,
  ) {}

  /** The tree is locked, and the name is free. */
  async create(actor: Actor, document: NewDocument, content: Content, note?: string): Promise<Version> {
    const item = await this.items.insert({ ...document, kind: 'document', created_by: actor.id });
    await this.history.note(item, actor, 'uploaded', { number: 1 });
    return this.write(actor, item, content, note);
  }

  /** Versions that are added at once have different numbers, as each locks the item. `base`: what the caller has seen. */
  async add(actor: Actor, id: string, content: Content, { base, note }: { base?: number; note?: string }) {
    const item = await this.items.the({ id }, 'Document', { lock: 'no key update' });
    if (item.trashed_at) throw notFound('Document');
    this.expectWritable(item, base);
    return this.write(actor, item, content, note);
  }

  expectWritable(item: Pick<Item, 'protected' | 'version_number'>, base?: number): void {
    if (item.protected) throw new Refusal(409, IS_PROTECTED);
    if (base !== undefined && base !== item.version_number) throw new Refusal(409, IS_NEWER);
  }

  private async write(actor: Actor, item: Item, content: Content, note?: string): Promise<Version> {
    const { content_type, size_bytes } = content;
    const number = item.version_number + 1;
    const version = await this.versions.insert({
      ...content,
      item_id: item.id,
      owner_id: item.owner_id,
      number,
      note: note ?? null,
      created_by: actor.id,
      text_status: hasReader(content_type) && size_bytes > 0 ? 'pending' : 'none',
    });
    await this.items.update(
      { id: item.id },
      { current_version_id: version.id, version_number: number, content_type, size_bytes, updated_at: NOW },
    );
    await this.jobs.enqueue(this.process, { version_id: version.id });
    return version;
  }
}
