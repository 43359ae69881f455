import { Nested, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { COMPLETION_REFUSALS } from '../bytes/refusals.js';
import { UploadCompletionService } from '../bytes/upload-completion.service.js';
import { itemView, ItemView, VersionView, versionView } from '../documents.views.js';
import { DocumentUpload } from '../entities/version.entity.js';
import { actorOf } from '../items/item-access.service.js';
import { ItemRepository } from '../items/item.repository.js';

class Input {
  @Uuid() upload_id!: string;
  @Optional() @Written(0, 500) note?: string;
}

export class DocumentAndVersion {
  @Nested(() => ItemView) document!: ItemView;
  @Nested(() => VersionView) version!: VersionView;
}

@Action('complete-upload', {
  access: 'owner',
  target: { entity: DocumentUpload, by: 'upload_id', thing: 'Upload' },
  changes: true,
  description: 'Makes a document, or a version of one, of the bytes that have arrived.',
  input: Input,
  result: DocumentAndVersion,
  refuses: COMPLETION_REFUSALS,
})
export class CompleteUpload {
  constructor(
    private readonly completion: UploadCompletionService,
    private readonly items: ItemRepository,
  ) {}

  async run({ input: { note }, caller, target }: Call<Input, DocumentUpload>): Promise<DocumentAndVersion> {
    const version = await this.completion.complete(actorOf(caller), target, { note });
    const document = itemView(await this.items.withSharing(version.item_id, caller.id));
    return { document, version: versionView(version) };
  }
}
