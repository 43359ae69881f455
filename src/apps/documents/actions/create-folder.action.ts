import { Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { itemView, ItemView } from '../documents.views.js';
import { actorOf, ItemAccessService } from '../items/item-access.service.js';
import { NewFoldersService } from '../items/new-folders.service.js';
import { ItemRepository } from '../items/item.repository.js';
import { NAME_TAKEN, TOO_DEEP } from '../items/item-changes.service.js';

class Input {
  @Written(1, 255) name!: string;
  @Optional() @Nullable() @Uuid() parent_id?: string | null;
}

class Result extends answerWith('folder', () => ItemView) {}

@Action('create-folder', {
  access: 'authenticated',
  changes: true,
  about: 'folder',
  description: 'Makes a folder. It belongs to whom the folder belongs to that it lies in.',
  input: Input,
  result: Result,
  refuses: {
    400: [TOO_DEEP],
    403: ['Forbidden'],
    404: ['Folder not found'],
    409: [NAME_TAKEN, 'Item is in the trash'],
  },
})
export class CreateFolder {
  constructor(
    private readonly access: ItemAccessService,
    private readonly folders: NewFoldersService,
    private readonly items: ItemRepository,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const actor = actorOf(caller);
    const { owner_id } = await this.access.requirePlace(actor, input.parent_id ?? null);
    await this.items.lockTree(owner_id);
    const place = await this.access.requirePlace(actor, input.parent_id ?? null);
    const made = await this.folders.create(actor, place, input.name);
    if (!made) throw new Refusal(409, NAME_TAKEN);
    return { folder: itemView(await this.items.withSharing(made.id, caller.id)) };
  }
}
