import type { NewBody, NewDocument, StoredBody } from '../../contracts/documents.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Version } from '../entities/version.entity.js';
import { ItemAccessService } from '../items/item-access.service.js';
import { ItemRepository } from '../items/item.repository.js';
import { cleanName } from '../items/names.js';
import { BodyStorageService } from './body-storage.service.js';
import { UsageRepository } from './usage.repository.js';
import { VersionsService } from './versions.service.js';

/** Documents that other apps make. */
@AppProvider()
export class MadeDocumentsService {
  constructor(
    private readonly access: ItemAccessService,
    private readonly items: ItemRepository,
    private readonly storage: BodyStorageService,
    private readonly versions: VersionsService,
    private readonly usage: UsageRepository,
  ) {}

  store(body: NewBody): Promise<StoredBody> {
    return this.storage.store(body);
  }

  async create(document: NewDocument, body: StoredBody): Promise<Version> {
    const { owner_id, folder_id = null, content_type, source_app, source_id } = document;
    const actor = { id: owner_id };
    const { owner_id: treeOwner } = await this.access.requirePlace(actor, folder_id);
    await this.items.lockTree(treeOwner);
    const place = await this.access.requirePlace(actor, folder_id);
    const name = await this.items.freeName(place.owner_id, place.parent_id, cleanName(document.name));
    const content = { blob_id: await this.storage.take(body), ...sizeOf(body), content_type };
    const made = { ...place, name, protected: document.protected ?? false, source_app, source_id };
    const version = await this.versions.create(actor, made, content);
    await this.usage.use(place.owner_id, body.size_bytes, !document.protected);
    return version;
  }
}

const sizeOf = ({ size_bytes, sha256 }: StoredBody) => ({ size_bytes, sha256 });
