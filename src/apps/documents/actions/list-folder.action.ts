import { IsIn } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { pageOf } from '../../../platform/http/answers.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { itemView, ItemView, PathView } from '../documents.views.js';
import { ORDERS, SORTS } from '../item.inputs.js';
import { FolderListRepository } from '../items/folder-list.repository.js';
import { actorOf, ItemAccessService } from '../items/item-access.service.js';
import { ItemRepository } from '../items/item.repository.js';

class Input extends Page {
  /** Without it, the caller's own root. */
  @Optional() @Nullable() @Uuid() folder_id?: string | null;
  @Optional() @IsIn(SORTS) sort?: (typeof SORTS)[number];
  @Optional() @IsIn(ORDERS) order?: (typeof ORDERS)[number];
}

class Result extends pageOf('items', () => ItemView) {
  /** null: the root. */
  @Nullable() @Nested(() => ItemView) folder!: ItemView | null;
  /** The folders that it lies in, as far as the caller may see them; the outermost comes first. */
  @ListOf(() => PathView) path!: PathView[];
}

@Action('list-folder', {
  access: 'authenticated',
  description: 'What lies in a folder: folders first, then documents.',
  input: Input,
  result: Result,
  refuses: { 404: ['Folder not found'] },
})
export class ListFolder {
  constructor(
    private readonly access: ItemAccessService,
    private readonly items: ItemRepository,
    private readonly lists: FolderListRepository,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { folder_id, sort = 'name', order = 'asc' } = input;
    const folder = folder_id ? await this.access.require(actorOf(caller), folder_id, 'Folder', 'viewer') : null;
    const place = folder ?? { id: null, owner_id: caller.id, trashed_at: null };
    const [path, { rows, next_cursor }] = await Promise.all([
      folder ? this.items.path(folder, caller.id) : [],
      this.lists.page(place, caller.id, { sort, order }, pageQuery(input)),
    ]);
    return { folder: folder && itemView(folder), path, items: rows.map(itemView), next_cursor };
  }
}
