import { IsBoolean, IsNumber } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Day, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { containing } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { EntryListRepository } from '../entries/entry-list.repository.js';
import { EntryView, presentEntry } from '../entries/entry.views.js';

class Input extends Page {
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
  @Optional() @Uuid() project_id?: string;
  @Optional() @Uuid() client_id?: string;
  @Optional() @Uuid() task_id?: string;
  @Optional() @Chars(1, 40) tag?: string;
  @Optional() @IsBoolean() billable?: boolean;
  @Optional() @IsBoolean() invoiced?: boolean;
  @Optional() @Chars(1, 200) q?: string;
}

class Result extends pageOf('entries', () => EntryView) {
  /** Of all entries that the filter finds. */
  @IsNumber() total_seconds!: number;
}

@Action('list-entries', {
  access: 'authenticated',
  description: 'The own entries, newest start first.',
  input: Input,
  result: Result,
})
export class ListEntries {
  constructor(private readonly lists: EntryListRepository) {}

  async run({ input: { cursor, limit, q, ...given }, caller: { id } }: Call<Input>): Promise<Result> {
    const filters = { ...given, q: q === undefined ? undefined : containing(q) };
    const { rows, next_cursor } = await this.lists.page(id, filters, pageQuery({ cursor, limit }));
    const { seconds, locked_until } = await this.lists.total(id, filters);
    return { entries: rows.map((row) => presentEntry(row, locked_until)), next_cursor, total_seconds: seconds };
  }
}
