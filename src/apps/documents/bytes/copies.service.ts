import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { DocumentsSettings } from '../documents.settings.js';
import { type Actor, ItemAccessService } from '../items/item-access.service.js';
import { NOT_ALLOWED } from '../items/item-changes.service.js';
import { ItemRepository, type SeenItem } from '../items/item.repository.js';
import { cleanName, isBlocked } from '../items/names.js';
import { UsageRepository } from './usage.repository.js';
import { VersionRepository } from './version.repository.js';
import { VersionsService } from './versions.service.js';

/** Copies share the bytes of what they are copied from. */
@AppProvider()
export class CopiesService {
  constructor(
    private readonly access: ItemAccessService,
    private readonly items: ItemRepository,
    private readonly versions: VersionRepository,
    private readonly adding: VersionsService,
    private readonly usage: UsageRepository,
    private readonly settings: AppSettings,
  ) {}

  async copy(actor: Actor, id: string, to: { parent_id: string | null; name?: string }): Promise<SeenItem> {
    const source = await this.access.requireLive(actor, id, 'Document', 'viewer');
    const { owner_id } = await this.access.requirePlace(actor, to.parent_id);
    await this.items.lockTree(owner_id);
    const place = await this.access.requirePlace(actor, to.parent_id);
    const wished = to.name === undefined ? source.name : cleanName(to.name);
    const { blocked_extensions } = await this.settings.of(DocumentsSettings, owner_id);
    if (isBlocked(wished, blocked_extensions)) throw new Refusal(400, NOT_ALLOWED);
    const current = { id: source.current_version_id as string };
    // Locked: it stays until the copy has its bytes.
    const version = await this.versions.the(current, 'Document', { lock: 'share' });
    const { blob_id, content_type, size_bytes, sha256 } = version;
    const name = await this.items.freeName(owner_id, place.parent_id, wished);
    const { description, tags } = source;
    const content = { blob_id, content_type, size_bytes, sha256 };
    const made = await this.adding.create(actor, { ...place, name, description, tags }, content);
    await this.usage.use(owner_id, size_bytes);
    return this.items.withSharing(made.item_id, actor.id);
  }
}
