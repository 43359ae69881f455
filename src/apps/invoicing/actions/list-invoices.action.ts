import { IsIn, IsNumber, IsString } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Day, ListOf, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { money } from '../../kernel/selling/prices.js';
import { DocumentListRepository } from '../documents/document-list.repository.js';
import { DocumentPresenter } from '../documents/document.presenter.js';
import { ListedInvoiceView } from '../documents/document.views.js';
import { STATES, type State } from '../documents/state.js';
import { DOCUMENT_KINDS, type DocumentKind, SOURCES } from '../entities/document.entity.js';

class Input extends Page {
  @Optional() @IsIn(DOCUMENT_KINDS) kind?: DocumentKind;
  @Optional() @IsIn(STATES) state?: State;
  @Optional() @Uuid() client_id?: string;
  /** A part of the number or of the name of the client. */
  @Optional() @Chars(1, 200) q?: string;
  /** Between days of issue, which then are the order too. */
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
  @Optional() @IsIn(SOURCES) source?: (typeof SOURCES)[number];
}

class TotalsView {
  @IsString() currency!: string;
  @IsNumber() total!: number;
  @IsNumber() due!: number;
}

class Result extends pageOf('invoices', () => ListedInvoiceView) {
  /** Over all invoices of the filter, by currency. */
  @ListOf(() => TotalsView) totals!: TotalsView[];
}

@Action('list-invoices', {
  access: 'authenticated',
  description: 'The own invoices or credit notes, the newest first, and what all of them come to.',
  input: Input,
  result: Result,
})
export class ListInvoices {
  constructor(
    private readonly lists: DocumentListRepository,
    private readonly presenter: DocumentPresenter,
  ) {}

  async run({ input: { cursor, limit, kind = 'invoice', q, ...given }, caller: { id } }: Call<Input>): Promise<Result> {
    const today = await this.presenter.todayOf(id);
    const filters = { ...given, words: q === undefined ? undefined : await this.lists.wordsOf(id, q) };
    const asked = { owner_id: id, kind, today };
    const { page, totals } = await this.lists.read(asked, filters, pageQuery({ cursor, limit }));
    return {
      invoices: page.rows.map((row) => this.presenter.listed(row, today)),
      next_cursor: page.next_cursor,
      totals: totals.map(({ currency, total_minor, due_minor }) => ({
        currency,
        total: money(total_minor, currency),
        due: money(due_minor, currency),
      })),
    };
  }
}
