import { IsBoolean, IsIn, IsNumber, IsObject, IsString } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { containing } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { PersonView } from '../../kernel/rows/person.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import { STATUSES, Subscription } from '../entities/subscription.entity.js';
import { SubscriptionListRepository } from '../members/subscription-list.repository.js';
import { PlanCardView } from '../members/subscription.views.js';

class Input extends Page {
  @Optional() @Uuid() plan_id?: string;
  @Optional() @IsIn(STATUSES) status?: string;
  /** A part of the username. */
  @Optional() @Chars(1, 100) query?: string;
  /** True: those that end with their period. */
  @Optional() @IsBoolean() ending?: boolean;
}

class SubscriberView extends viewOf(Subscription, {
  only: [
    'id',
    'plan_id',
    'status',
    'source',
    'currency',
    'started_at',
    'period_end',
    'ended_at',
    'cancel_at_period_end',
    'cancel_reason',
    'payments_count',
  ],
}) {
  @Nested(() => PersonView) user!: PersonView;
  @Nested(() => PlanCardView) plan!: PlanCardView;
  /** What the subscriber said when they canceled. */
  @Nullable() @IsString() comment!: string | null;
  /** Without what was given back. */
  @IsNumber() paid_total!: number;
}

class Result extends pageOf('subscribers', () => SubscriberView) {
  /** By status; of the plan that is asked for. */
  @IsObject() totals!: object;
}

@Action('list-subscribers', {
  access: 'authenticated',
  description: 'Those who have subscribed to the plans of the caller.',
  input: Input,
  result: Result,
})
export class ListSubscribers {
  constructor(private readonly lists: SubscriptionListRepository) {}

  async run({ input, caller }: Call<Input>) {
    const { cursor, limit, query, ...filters } = input;
    const wanted = { ...filters, query: query === undefined ? undefined : containing(query) };
    const [page, totals] = await Promise.all([
      this.lists.subscribers(caller.id, wanted, pageQuery({ cursor, limit })),
      this.lists.totals(caller.id, filters.plan_id),
    ]);
    const subscribers = page.rows.map((row) => ({
      ...present(SubscriberView, row),
      user: row.user,
      comment: row.cancel_comment,
      plan: { ...present(PlanCardView, row.plan as never), seller: null },
      paid_total: money(row.paid_minor, row.currency),
    }));
    return { subscribers, totals, next_cursor: page.next_cursor };
  }
}
