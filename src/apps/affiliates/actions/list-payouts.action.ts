import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { PAYOUT_STATUSES } from '../entities/payout.entity.js';
import { PayoutRepository } from '../payouts/payout.repository.js';
import { ListedPayout, presentPayout } from '../payouts/payout.views.js';

const ROLES = ['affiliate', 'merchant'] as const;

class Input extends Page {
  @Optional() @IsIn(ROLES) role?: (typeof ROLES)[number];
  @Optional() @Uuid() affiliate_id?: string;
  @Optional() @IsIn(PAYOUT_STATUSES) status?: string;
}

class Result extends pageOf('payouts', () => ListedPayout) {}

@Action('list-payouts', {
  access: 'authenticated',
  description: 'The payouts that the caller gets as an affiliate, or makes as a merchant; newest first.',
  input: Input,
  result: Result,
})
export class ListPayouts {
  constructor(private readonly payouts: PayoutRepository) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { role = 'affiliate', affiliate_id, status } = input;
    const filters = { affiliate_id, status };
    const { rows, next_cursor } = await this.payouts.list(role, caller.id, filters, pageQuery(input));
    const payouts = rows.map((row) => ({ ...presentPayout(row), commission_ids: row.commission_ids }));
    return { payouts, next_cursor };
  }
}
