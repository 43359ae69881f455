import { IsBoolean, IsInt, IsString, Min } from 'class-validator';
import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Preparation, type PublicCall } from '../../kernel/calls/action.js';
import { pageQuery } from '../../kernel/lists/page.js';
import { FolderListRepository } from '../items/folder-list.repository.js';
import { HistoryRepository } from '../items/history.repository.js';
import { LinkDoorService, type Opened } from '../sharing/link-door.service.js';
import { LinkRepository } from '../sharing/link.repository.js';
import { LinkKey, OwnerView, publicItem, PublicItemView } from '../sharing/public.views.js';
import { DOOR_REFUSALS } from '../sharing/refusals.js';

class Input extends LinkKey {
  /** Of a link to a folder, a folder below it. */
  @Optional() @Uuid() folder_id?: string;
  @Optional() @IsString() cursor?: string;
  @Optional() @IsInt() @Min(1) limit?: number;
}

class Result {
  @Nested(() => PublicItemView) item!: PublicItemView;
  /** Of a document: none. */
  @ListOf(() => PublicItemView) items!: PublicItemView[];
  @Nullable() @IsString() next_cursor!: string | null;
  @IsBoolean() allow_download!: boolean;
  @Nested(() => OwnerView) owner!: OwnerView;
}

@Action('open-link', {
  access: 'public',
  notes: true,
  description: 'What a link leads to, and the content of a folder.',
  input: Input,
  result: Result,
  refuses: { ...DOOR_REFUSALS, 404: ['Link not found', 'Folder not found'] },
})
export class OpenLink {
  constructor(
    private readonly door: LinkDoorService,
    private readonly links: LinkRepository,
    private readonly lists: FolderListRepository,
    private readonly history: HistoryRepository,
    private readonly notifications: AppNotificationsService,
  ) {}

  prepare({ input, visitor }: Preparation<Input>): Promise<Opened> {
    return this.door.enter(input, visitor);
  }

  async run(call: PublicCall<Input, undefined, undefined, Opened>): Promise<Result> {
    const { input, prepared } = call;
    const { link, item: root } = prepared;
    const isPart = input.folder_id !== undefined || root.kind === 'folder';
    const item = isPart ? await this.door.below(root, input.folder_id, 'folder') : root;
    // Going through its folders and pages is still the same view.
    if (input.folder_id === undefined && input.cursor === undefined) await this.countView(call);
    const place = { id: item.id, owner_id: link.owner_id, trashed_at: null };
    const order = { sort: 'name', order: 'asc' } as const;
    const list =
      item.kind === 'folder'
        ? await this.lists.page(place, link.owner_id, order, pageQuery(input))
        : { rows: [], next_cursor: null };
    return {
      item: publicItem(item),
      items: list.rows.map(publicItem),
      next_cursor: list.next_cursor,
      allow_download: link.allow_download,
      owner: { username: await this.links.ownerName(link.owner_id) },
    };
  }

  private async countView({ prepared: { link, item }, visitor }: PublicCall<Input, undefined, undefined, Opened>) {
    const views = await this.links.countView(link.id);
    if (views === undefined) throw notFound('Link');
    await this.history.noteVisit(link, item.id, 'link_opened', { visitor });
    if (views > 1 || !link.notify_on_open) return;
    void this.notifications.notify(link.owner_id, {
      type: 'documents.link_opened',
      title: `Your link to "${item.name}" was opened`,
      body: link.label
        ? `The link "${link.label}" was opened for the first time.`
        : 'It was opened for the first time.',
      data: { item_id: item.id, link_id: link.id },
    });
  }
}
