import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { isContentType } from '../../kernel/files/file-types.js';
import { DocumentsSettings } from '../documents.settings.js';
import type { DocumentUpload, OnConflict } from '../entities/version.entity.js';
import { NAME_TAKEN, NOT_ALLOWED } from '../items/item-changes.service.js';
import { type Actor, ItemAccessService, type OpenItem, type Place } from '../items/item-access.service.js';
import { ItemRepository } from '../items/item.repository.js';
import { cleanName, isBlocked } from '../items/names.js';
import { UploadRepository } from './upload.repository.js';
import { UploadQuotaService } from './upload-quota.service.js';
import { VersionsService } from './versions.service.js';

export interface WantedUpload {
  name: string;
  size_bytes: number;
  content_type: string;
  parent_id?: string | null;
  document_id?: string;
  base_version?: number;
  on_conflict?: OnConflict;
  sha256?: string;
  source_app?: string;
  source_id?: string;
}

export interface BegunUpload {
  id: string;
  url: string;
  method: string;
  headers: Record<string, string>;
  expires_at: Date;
}

/** What begins before the bytes come. */
@AppProvider()
export class UploadsService {
  constructor(
    private readonly access: ItemAccessService,
    private readonly items: ItemRepository,
    private readonly quota: UploadQuotaService,
    private readonly versions: VersionsService,
    private readonly uploads: UploadRepository,
    private readonly settings: AppSettings,
  ) {}

  async begin(actor: Actor, wanted: WantedUpload): Promise<BegunUpload> {
    const { document_id, parent_id = null, base_version, size_bytes, content_type, source_app, source_id } = wanted;
    this.quota.expectSize(size_bytes);
    const name = cleanName(wanted.name);
    const document = document_id && (await this.access.requireLive(actor, document_id, 'Document', 'editor'));
    if (document) this.versions.expectWritable(document, base_version);
    const place = document ? placeOf(document) : await this.access.requirePlace(actor, parent_id);
    await this.expectType(place.owner_id, document ? document.name : name, wanted);
    const on_conflict = wanted.on_conflict ?? (await this.settings.of(DocumentsSettings, actor.id)).on_conflict;
    if (!document) await this.expectName(place, name, on_conflict);
    const begun = await this.quota.promise(place.owner_id, { name, type: content_type, size: size_bytes });
    const { id } = await this.uploads.insert({
      owner_id: actor.id,
      target_owner_id: place.owner_id,
      parent_id: place.parent_id,
      item_id: document ? document.id : null,
      base_version: document ? base_version : null,
      name,
      content_type,
      size_bytes,
      sha256: wanted.sha256?.toLowerCase(),
      on_conflict,
      storage_key: begun.id,
      expires_at: begun.expires_at,
      source_app,
      source_id,
    });
    const headers = { 'content-type': content_type };
    return { id, url: begun.upload_url, method: 'PUT', headers, expires_at: begun.expires_at };
  }

  /** By its name and by what it claims to be; the name of the file that is sent counts as the one of the document does. */
  private async expectType(ownerId: string, name: string, wanted: WantedUpload): Promise<void> {
    const { blocked_extensions } = await this.settings.of(DocumentsSettings, ownerId);
    const isRefused = [name, wanted.name].some((one) => isBlocked(one, blocked_extensions));
    if (isRefused || !isContentType(wanted.content_type)) throw new Refusal(400, NOT_ALLOWED);
  }

  private async expectName({ owner_id, parent_id }: Place, name: string, onConflict: OnConflict): Promise<void> {
    if (onConflict === 'rename') return;
    const other = await this.items.sibling(owner_id, parent_id, name);
    if (!other) return;
    if (onConflict === 'fail') throw new Refusal(409, NAME_TAKEN);
    if (other.kind === 'document') this.versions.expectWritable(other);
  }

  async abort(upload: DocumentUpload): Promise<void> {
    const aborted = await this.uploads.updateOne({ id: upload.id, status: 'open' }, { status: 'aborted' });
    if (aborted) await this.quota.giveBack([aborted]);
  }
}

const placeOf = ({ owner_id, parent_id }: OpenItem): Place => ({ owner_id, parent_id });
