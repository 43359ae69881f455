import { notFound, Refusal } from '../../../platform/http/refusal.js';
import type { DocumentHold } from '../../contracts/documents.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { VersionRepository } from '../bytes/version.repository.js';
import { HistoryRepository } from '../items/history.repository.js';
import { IN_TRASH } from '../items/item-access.service.js';
import { ItemRepository } from '../items/item.repository.js';
import { HoldRepository } from './hold.repository.js';

/** Other apps hold documents that they need. */
@AppProvider()
export class HoldsService {
  constructor(
    private readonly items: ItemRepository,
    private readonly versions: VersionRepository,
    private readonly holds: HoldRepository,
    private readonly history: HistoryRepository,
  ) {}

  /** The tree is locked, so the document is not trashed at the same time; the version is, so it is not pruned. */
  async add({ document_id, version_id = undefined, app_slug, reference_id, until }: DocumentHold): Promise<void> {
    const { owner_id } = await this.items.the({ id: document_id, kind: 'document' }, 'Document');
    await this.items.lockTree(owner_id);
    const document = await this.items.the({ id: document_id }, 'Document');
    if (document.trashed_at) throw new Refusal(409, IN_TRASH);
    if (version_id) await this.versions.the({ id: version_id, item_id: document_id }, 'Version', { lock: 'share' });
    const hold = { item_id: document_id, version_id: version_id ?? null, app_slug, reference_id, until: until ?? null };
    if (await this.holds.set(hold)) await this.note(document_id, owner_id, 'held', app_slug);
  }

  async remove(appSlug: string, referenceId: string): Promise<void> {
    const ids = await this.holds.remove(appSlug, referenceId);
    for (const id of ids) {
      const item = await this.items.findOne({ id });
      if (!item) throw notFound('Document');
      await this.note(id, item.owner_id, 'released', appSlug);
    }
  }

  private async note(item_id: string, owner_id: string, event: 'held' | 'released', app: string): Promise<void> {
    await this.history.insert({ item_id, owner_id, event, data: { app } });
  }
}
