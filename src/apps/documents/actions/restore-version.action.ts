import { IsInt, Max, Min } from 'class-validator';
import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { QUOTA_EXCEEDED, UsageRepository } from '../bytes/usage.repository.js';
import { VersionRepository } from '../bytes/version.repository.js';
import { IS_NEWER, IS_PROTECTED, VersionsService } from '../bytes/versions.service.js';
import { itemView, versionView } from '../documents.views.js';
import { HistoryRepository } from '../items/history.repository.js';
import { actorOf, IN_TRASH, ItemAccessService } from '../items/item-access.service.js';
import { ItemRepository } from '../items/item.repository.js';
import { DocumentAndVersion } from './complete-upload.action.js';

const MOST = 2_147_483_647;

class Input {
  @Uuid() document_id!: string;
  @IsInt() @Min(1) @Max(MOST) version!: number;
  /** The version that is current as far as the caller knows. */
  @IsInt() @Min(0) @Max(MOST) base_version!: number;
}

@Action('restore-version', {
  access: 'authenticated',
  changes: true,
  about: 'document',
  description: 'Adds a version with the content of an older one.',
  input: Input,
  result: DocumentAndVersion,
  refuses: {
    403: ['Forbidden'],
    404: ['Document not found', 'Version not found'],
    409: [IS_NEWER, IS_PROTECTED, QUOTA_EXCEEDED, IN_TRASH],
  },
})
export class RestoreVersion {
  constructor(
    private readonly access: ItemAccessService,
    private readonly items: ItemRepository,
    private readonly versions: VersionRepository,
    private readonly adding: VersionsService,
    private readonly usage: UsageRepository,
    private readonly history: HistoryRepository,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<DocumentAndVersion> {
    const { document_id, version: number, base_version: base } = input;
    const actor = actorOf(caller);
    const item = await this.access.requireLive(actor, document_id, 'Document', 'editor');
    // Locked: it is not pruned before the new version has its bytes.
    const old = await this.versions.the({ item_id: item.id, number }, 'Version', { lock: 'share' });
    const { blob_id, content_type, size_bytes, sha256 } = old;
    const version = await this.adding.add(actor, item.id, { blob_id, content_type, size_bytes, sha256 }, { base });
    await this.usage.use(item.owner_id, size_bytes);
    await this.history.note(item, actor, 'version_restored', { number: version.number, of: number });
    return { document: itemView(await this.items.withSharing(item.id, caller.id)), version: versionView(version) };
  }
}
