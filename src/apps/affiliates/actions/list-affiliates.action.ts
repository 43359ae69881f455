import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { containing } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { AFFILIATE_STATUSES } from '../entities/affiliate.entity.js';
import { type Program, PROGRAM } from '../entities/program.entity.js';
import { ListedAffiliate, presentAffiliate } from '../partners/affiliate.views.js';
import { AffiliateListRepository, type ListedRow } from '../partners/affiliate-list.repository.js';
import { amountsBy, conversionsIn } from '../partners/sums.js';

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

type Sums = Parameters<typeof amountsBy>[0] & Parameters<typeof conversionsIn>[0];

const present = (row: ListedRow, sums: Sums, currency: string): ListedAffiliate => ({
  ...presentAffiliate(row, currency),
  user: row.user,
  clicks: row.clicks,
  visitors: row.visitors,
  conversions: conversionsIn(sums),
  revenue: amountsBy(sums, ({ revenue_minor }) => revenue_minor),
  earned: amountsBy(sums, (sum) => sum.payable_minor + sum.in_payout_minor + sum.paid_minor),
  payable: amountsBy(sums, ({ payable_minor }) => payable_minor),
  paid: amountsBy(sums, ({ paid_minor }) => paid_minor),
  last_conversion_at: row.last_conversion_at,
});
