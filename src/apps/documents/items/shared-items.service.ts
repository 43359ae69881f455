import { notFound } from '../../../platform/http/refusal.js';
import type { SharedDocument, SharedFolder } from '../../contracts/documents.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { VersionRepository } from '../bytes/version.repository.js';
import { UsageRepository } from '../bytes/usage.repository.js';
import { TrashService } from '../trash/trash.service.js';
import { ItemRepository, type SeenItem } from './item.repository.js';
import { NewFoldersService } from './new-folders.service.js';

/** Items as other apps see them. */
@AppProvider()
export class SharedItemsService {
  constructor(
    private readonly items: ItemRepository,
    private readonly versions: VersionRepository,
    private readonly folders: NewFoldersService,
    private readonly trashing: TrashService,
    private readonly usage: UsageRepository,
  ) {}

  /** Null where the user may not see it, or it is in the trash. */
  async document(userId: string, id: string): Promise<SharedDocument | null> {
    const item = await this.seen(userId, id, 'document');
    if (!item) return null;
    const version = await this.versions.the({ id: item.current_version_id as string }, 'Version');
    const { name, owner_id, role, version_number } = item;
    const { content_type, size_bytes, sha256 } = version;
    const content = { content_type, size_bytes, sha256, version_id: version.id, version: version_number };
    return { id, name, ...content, owner_id, role: role as string };
  }

  async theDocument(userId: string, id: string): Promise<SharedDocument> {
    const document = await this.document(userId, id);
    if (!document) throw notFound('Document');
    return document;
  }

  async folder(userId: string, id: string): Promise<SharedFolder | null> {
    const item = await this.seen(userId, id, 'folder');
    return item ? { id, name: item.name, role: item.role as string } : null;
  }

  async ensureFolder(ownerId: string, path: string[], below?: string): Promise<SharedFolder> {
    const { id, name, owner_id } = await this.folders.ensure({ id: ownerId }, path, below);
    return { id, name, role: owner_id === ownerId ? 'owner' : 'editor' };
  }

  async trash(ownerId: string, id: string): Promise<void> {
    await this.trashing.trashItems({ id: ownerId }, [id]);
  }

  async quota(ownerId: string) {
    const { used_bytes, reserved_bytes } = await this.usage.of(ownerId);
    return { used_bytes, reserved_bytes, limit_bytes: this.usage.limit };
  }

  hasRoom(userId: string, folderId: string, bytes: number): Promise<boolean> {
    return this.usage.hasRoom(userId, folderId, bytes);
  }

  private async seen(userId: string, id: string, kind: SeenItem['kind']): Promise<SeenItem | undefined> {
    const item = await this.items.seen(id, userId);
    return item?.role && item.kind === kind && !item.trashed_at ? item : undefined;
  }
}
