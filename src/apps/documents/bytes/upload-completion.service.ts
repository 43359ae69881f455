import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { DocumentsSettings } from '../documents.settings.js';
import type { DocumentUpload, Version } from '../entities/version.entity.js';
import { NAME_TAKEN, NOT_ALLOWED } from '../items/item-changes.service.js';
import { HistoryRepository } from '../items/history.repository.js';
import { type Actor, ItemAccessService, rootOf } from '../items/item-access.service.js';
import { ItemRepository } from '../items/item.repository.js';
import { cleanName, isBlocked } from '../items/names.js';
import { type Arrived, ArrivalsService } from './arrivals.service.js';
import { VersionsService } from './versions.service.js';

interface Wish {
  note?: string;
  /** Another name than the one that was told at the start. */
  name?: string;
}

/** Makes documents and versions of bytes that have arrived. The row of the upload is locked. */
@AppProvider()
export class UploadCompletionService {
  constructor(
    private readonly access: ItemAccessService,
    private readonly items: ItemRepository,
    private readonly arrivals: ArrivalsService,
    private readonly versions: VersionsService,
    private readonly history: HistoryRepository,
    private readonly settings: AppSettings,
  ) {}

  /** A repeat gives the version that the upload has become. */
  async complete(actor: Actor, upload: DocumentUpload, { note, name }: Wish = {}): Promise<Version> {
    if (upload.status === 'completed') {
      await this.access.require(actor, upload.result_item_id ?? '', 'Document', 'viewer');
      return this.arrivals.versionOf(upload);
    }
    if (upload.status !== 'open' || upload.expires_at <= new Date()) throw new Refusal(409, 'Upload has expired');
    await this.items.lockTree(upload.target_owner_id);
    const arrived = await this.arrivals.check(upload);
    const wished = name === undefined ? upload.name : cleanName(name);
    const version = upload.item_id
      ? await this.addVersion(actor, upload, upload.item_id, { arrived, note })
      : await this.addDocument(actor, { ...upload, name: wished }, { arrived, note });
    await this.arrivals.settle(upload, version.item_id);
    return version;
  }

  private async addVersion(actor: Actor, upload: DocumentUpload, id: string, { arrived, note }: Given) {
    const document = await this.access.requireLive(actor, id, 'Document', 'editor');
    const base = upload.base_version ?? undefined;
    this.versions.expectWritable(document, base);
    const content = await this.arrivals.take(upload, arrived);
    const version = await this.versions.add(actor, id, content, { base, note });
    await this.history.note(document, actor, 'version_added', { number: version.number });
    return version;
  }

  private async addDocument(actor: Actor, upload: DocumentUpload, given: Given): Promise<Version> {
    const { target_owner_id, parent_id, on_conflict, source_app, source_id } = upload;
    // An administrator completes it where it was begun, which is not in their own tree.
    const place = parent_id === null ? rootOf(target_owner_id) : await this.access.requirePlace(actor, parent_id);
    const { blocked_extensions } = await this.settings.of(DocumentsSettings, place.owner_id);
    if (isBlocked(upload.name, blocked_extensions)) throw new Refusal(400, NOT_ALLOWED);
    const other = await this.items.sibling(place.owner_id, place.parent_id, upload.name);
    if (other && on_conflict === 'fail') throw new Refusal(409, NAME_TAKEN);
    if (other?.kind === 'document' && on_conflict === 'version')
      return this.addVersion(actor, { ...upload, base_version: null }, other.id, given);
    const name = await this.items.freeName(place.owner_id, place.parent_id, upload.name);
    const content = await this.arrivals.take(upload, given.arrived);
    return this.versions.create(actor, { ...place, name, source_app, source_id }, content, given.note);
  }
}

interface Given {
  arrived: Arrived;
  note?: string;
}
