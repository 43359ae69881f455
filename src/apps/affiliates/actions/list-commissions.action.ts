import { IsIn, IsNumber, IsString } from 'class-validator';
import { ListOf, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { begins, DayOrInstant, ends } from '../../kernel/rows/range.fields.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { money } from '../../kernel/selling/prices.js';
import { CommissionListRepository, type Role } from '../commissions/commission-list.repository.js';
import { CommissionView, presentCommission } from '../commissions/commission.views.js';
import { COMMISSION_STATUSES, type CommissionStatus } from '../entities/commission.entity.js';

const ROLES = ['affiliate', 'merchant'] as const;

class Input extends Page {
  @Optional() @IsIn(ROLES) role?: Role;
  @Optional() @Uuid() program_id?: string;
  @Optional() @Uuid() affiliate_id?: string;
  @Optional() @IsIn(COMMISSION_STATUSES) status?: CommissionStatus;
  @Optional() @DayOrInstant() from?: string;
  @Optional() @DayOrInstant() to?: string;
}

class TotalView {
  @IsIn(COMMISSION_STATUSES) status!: CommissionStatus;
  @IsString() currency!: string;
  @IsNumber() amount!: number;
}

class Result {
  @ListOf(() => CommissionView) commissions!: CommissionView[];
  /** Of all pages. */
  @ListOf(() => TotalView) totals!: TotalView[];
  @Nullable() @IsString() next_cursor!: string | null;
}

@Action('list-commissions', {
  access: 'authenticated',
  description: 'What the caller earns as an affiliate, or owes as a merchant, with the sale behind each row.',
  input: Input,
  result: Result,
})
export class ListCommissions {
  constructor(private readonly lists: CommissionListRepository) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { role = 'affiliate', program_id, affiliate_id, status, from, to } = input;
    const range = { from: from === undefined ? undefined : begins(from), to: to === undefined ? undefined : ends(to) };
    const filters = { program_id, affiliate_id, status, ...range };
    const [{ rows, next_cursor }, totals] = await Promise.all([
      this.lists.page(role, caller.id, filters, pageQuery(input)),
      this.lists.totals(role, caller.id, filters),
    ]);
    const conversions = await this.lists.conversions(rows.flatMap(({ conversion_id }) => conversion_id ?? []));
    return {
      commissions: rows.map((row) => presentCommission(row, conversions.get(row.conversion_id ?? ''), role)),
      totals: totals.map(({ status: of, currency, minor }) => ({
        status: of,
        currency,
        amount: money(minor, currency),
      })),
      next_cursor,
    };
  }
}
