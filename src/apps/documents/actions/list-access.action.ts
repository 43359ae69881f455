import { ListOf, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AccessView, accessView, InheritedView, LinkView, linkView } from '../documents.views.js';
import type { Item } from '../entities/item.entity.js';
import { OWN_ITEM } from '../entities/targets.js';
import { GrantRepository } from '../sharing/grant.repository.js';
import { LinkRepository } from '../sharing/link.repository.js';

class Input {
  @Uuid() item_id!: string;
}

class Result {
  @ListOf(() => AccessView) access!: AccessView[];
  /** What members may do because of the folders that it lies in. */
  @ListOf(() => InheritedView) inherited!: InheritedView[];
  @ListOf(() => LinkView) links!: LinkView[];
}

@Action('list-access', {
  access: 'owner',
  target: OWN_ITEM,
  description: 'Who may see or edit an item, and its links, without their addresses.',
  input: Input,
  result: Result,
})
export class ListAccess {
  constructor(
    private readonly grants: GrantRepository,
    private readonly links: LinkRepository,
  ) {}

  async run({ target: item }: Call<Input, Item>): Promise<Result> {
    const [access, inherited, links] = await Promise.all([
      this.grants.ofItem(item.id),
      this.grants.inherited(item.parent_id),
      this.links.ofItem(item.id),
    ]);
    return {
      access: access.map(accessView),
      inherited: inherited.map((grant) => ({
        ...accessView(grant),
        folder: { id: grant.item_id, name: grant.folder_name },
      })),
      links: links.map((link) => linkView(link)),
    };
  }
}
