import { IsIn, IsNumber } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { ListOf, Nested, Nullable, Optional, Time, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import { STATUSES } from '../entities/subscription.entity.js';
import { SubscriptionListRepository } from '../members/subscription-list.repository.js';
import { presentDetailed } from '../members/subscription.presenter.js';
import {
  ChargeView,
  HeldBenefitView,
  NextView,
  PlanCardView,
  SubscriptionView,
} from '../members/subscription.views.js';

class Input extends Page {
  @Optional() @IsIn(STATUSES) status?: string;
  @Optional() @Uuid() seller_id?: string;
}

export class MySubscriptionView extends SubscriptionView {
  @Nested(() => PlanCardView) plan!: PlanCardView;
  @Nullable() @IsNumber() next_amount!: number | null;
  @Nullable() @Time() next_due_at!: Date | null;
  @Nullable() @Nested(() => ChargeView) open_charge!: ChargeView | null;
  @Nested(() => NextView) next!: NextView;
  @ListOf(() => HeldBenefitView) benefits!: HeldBenefitView[];
}

class Result extends pageOf('subscriptions', () => MySubscriptionView) {}

@Action('list-my-subscriptions', {
  access: 'authenticated',
  description: 'What the caller has subscribed to, and what they have to pay next.',
  input: Input,
  result: Result,
})
export class ListMySubscriptions {
  constructor(
    private readonly lists: SubscriptionListRepository,
    private readonly charges: ChargeRepository,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { cursor, limit, ...filters } = input;
    const { rows, next_cursor } = await this.lists.mine(caller.id, filters, pageQuery({ cursor, limit }));
    const open = await this.charges.openOfMany(rows.map(({ id }) => id));
    const byId = new Map(open.map((charge) => [charge.subscription_id, charge]));
    return { subscriptions: rows.map((row) => presentDetailed(row, byId.get(row.id))), next_cursor };
  }
}
