import { IsIn } from 'class-validator';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { containing, List } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { ItemView, presentItem } from '../catalogue/catalogue.views.js';
import { ACTIVE_STATUSES, type Item } from '../entities/client.entity.js';

class Input extends Page {
  /** A part of the name or of the description. */
  @Optional() @Chars(1, 200) q?: string;
  @Optional() @IsIn(ACTIVE_STATUSES) status?: Item['status'];
}

class Result extends pageOf('items', () => ItemView) {}

const ITEMS = new List({
  name: 'invoicing_items',
  columns: 'i.*, i.unit_price_minor::float8 AS unit_price_minor',
  from: 'ext_invoicing.items i',
  id: 'i.id',
  where: 'i.owner_id = $1 AND i.status = $2',
  filters: { q: '(i.name ILIKE ? OR i.description ILIKE ?)' },
  sorts: { name: { by: 'lower(i.name)', type: 'text', order: 'ASC' } },
});

@Action('list-items', {
  access: 'authenticated',
  description: 'The own catalogue by name.',
  input: Input,
  result: Result,
})
export class ListItems {
  constructor(private readonly database: DatabaseService) {}

  async run({ input: { q, status = 'active', ...page }, caller: { id } }: Call<Input>): Promise<Result> {
    const { rows, next_cursor } = await ITEMS.page<Item>(this.database, {
      values: [id, status],
      filters: { q: q === undefined ? undefined : containing(q) },
      sort: 'name',
      query: pageQuery(page),
    });
    return { items: rows.map(presentItem), next_cursor };
  }
}
