import { Uuid } from '../../../platform/http/fields.js';
import { pageOf } from '../../../platform/http/answers.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { present } from '../../kernel/rows/view.js';
import { EventView } from '../documents.views.js';
import type { Item } from '../entities/item.entity.js';
import { OWN_ITEM } from '../entities/targets.js';
import { HistoryRepository } from '../items/history.repository.js';

class Input extends Page {
  @Uuid() item_id!: string;
}

class Result extends pageOf('events', () => EventView) {}

@Action('list-events', {
  access: 'owner',
  target: OWN_ITEM,
  description: 'What has happened to an item: what, when, by whom, through which link.',
  input: Input,
  result: Result,
})
export class ListEvents {
  constructor(private readonly history: HistoryRepository) {}

  async run({ input, target }: Call<Input, Item>): Promise<Result> {
    const { rows, next_cursor } = await this.history.page(target.id, pageQuery(input));
    return { events: rows.map((row) => present(EventView, row)), next_cursor };
  }
}
