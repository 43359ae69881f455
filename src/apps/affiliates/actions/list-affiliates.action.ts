import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { containing } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { AFFILIATE_STATUSES, type AffiliateSum } from '../entities/affiliate.entity.js';
import { type Program, PROGRAM } from '../entities/program.entity.js';
import { ListedAffiliate, presentAffiliate } from '../partners/affiliate.views.js';
import { AffiliateListRepository, type ListedRow } from '../partners/affiliate-list.repository.js';
import { sumsOf } from '../partners/sums.js';

const SORTS = ['newest', 'revenue', 'unpaid'] as const;

class Input extends Page {
  @Uuid() program_id!: string;
  @Optional() @IsIn(AFFILIATE_STATUSES) status?: string;
  /** A part of a username or a code. */
  @Optional() @Chars(1, 100) query?: string;
  @Optional() @IsIn(SORTS) sort?: (typeof SORTS)[number];
}

class Result extends pageOf('affiliates', () => ListedAffiliate) {}

@Action('list-affiliates', {
  access: 'owner',
  target: PROGRAM,
  description: 'The affiliates of a program with what they have brought and earned.',
  input: Input,
  result: Result,
})
export class ListAffiliates {
  constructor(private readonly lists: AffiliateListRepository) {}

  async run({ input, target: program }: Call<Input, Program>): Promise<Result> {
    const { status, query, sort = 'newest' } = input;
    const filters = { status, query: query === undefined ? undefined : containing(query) };
    const { rows, next_cursor } = await this.lists.page(program.id, filters, sort, pageQuery(input));
    const ids = rows.map(({ id }) => id);
    const [found, sums] = await Promise.all([this.lists.listed(ids), this.lists.sums(ids)]);
    const affiliates = ids.map((id) => present(found.get(id) as ListedRow, sums.get(id) ?? [], program.currency));
    return { affiliates, next_cursor };
  }
}

function present(row: ListedRow, brought: AffiliateSum[], currency: string): ListedAffiliate {
  const { user, clicks, visitors, last_conversion_at } = row;
  const { pending: _pending, in_payout: _inPayout, ...sums } = sumsOf(brought);
  return { ...presentAffiliate(row, currency), user, clicks, visitors, last_conversion_at, ...sums };
}
