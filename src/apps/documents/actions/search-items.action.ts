import { IsIn } from 'class-validator';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { pageOf } from '../../../platform/http/answers.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { begins, DayOrInstant, ends } from '../../kernel/rows/range.fields.js';
import { itemView, ItemView } from '../documents.views.js';
import { KINDS, type Kind } from '../entities/item.entity.js';
import { actorOf, ItemAccessService } from '../items/item-access.service.js';
import { marked } from '../../kernel/rows/headline.js';
import { SearchRepository } from '../search/search.repository.js';
import { type View, VIEWS } from '../search/search-parts.js';

class Input extends Page {
  @Optional() @Chars(1, 200) q?: string;
  @Optional() @IsIn(VIEWS) view?: View;
  @Optional() @IsIn(KINDS) kind?: Kind;
  @Optional() @Chars(1, 40) tag?: string;
  /** Its beginning, such as `image/`. */
  @Optional() @Chars(1, 200) content_type?: string;
  /** What lies in the folder, at any depth. */
  @Optional() @Uuid() folder_id?: string;
  /** When it was made. */
  @Optional() @DayOrInstant() from?: string;
  @Optional() @DayOrInstant() to?: string;
}

class Result extends pageOf('items', () => ItemView) {}

@Action('search-items', {
  access: 'authenticated',
  description: 'Finds items that the caller may see, by words or by other properties.',
  input: Input,
  result: Result,
  refuses: { 404: ['Folder not found'] },
})
export class SearchItems {
  constructor(
    private readonly access: ItemAccessService,
    private readonly search: SearchRepository,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { q, view = 'all', kind, tag, content_type, folder_id, from, to } = input;
    const folder = folder_id ? await this.access.require(actorOf(caller), folder_id, 'Folder', 'viewer') : undefined;
    const days = { from: from === undefined ? undefined : begins(from), to: to === undefined ? undefined : ends(to) };
    const wanted = { view, kind, tag, content_type, folder, ...days };
    const { rows, next_cursor } = q?.trim()
      ? await this.search.ranked(caller.id, q, wanted, pageQuery(input))
      : await this.search.latest(caller.id, wanted, pageQuery(input));
    const items = rows.map((row) => itemView(row.headline ? { ...row, headline: marked(row.headline) } : row));
    return { items, next_cursor };
  }
}
