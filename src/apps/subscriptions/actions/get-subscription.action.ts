import { ListOf, Nested, Nullable, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import { PARTIES, type Subscription, SUBSCRIPTION } from '../entities/subscription.entity.js';
import { HistoryRepository } from '../members/history.repository.js';
import { RenewalsService } from '../members/renewals.service.js';
import { nextOf, presentCharge } from '../members/subscription.presenter.js';
import { ChargeView, HistoryView, NextView, SubscriptionView } from '../members/subscription.views.js';

const CHARGES = 24;
const HISTORY = 50;

class Input {
  @Uuid() subscription_id!: string;
}

class Result {
  @Nested(() => SubscriptionView) subscription!: SubscriptionView;
  @Nullable() @Nested(() => ChargeView) open_charge!: ChargeView | null;
  /** The newest. */
  @ListOf(() => ChargeView) charges!: ChargeView[];
  /** The newest. */
  @ListOf(() => HistoryView) history!: HistoryView[];
  @Nested(() => NextView) next!: NextView;
}

@Action('get-subscription', {
  access: 'authenticated',
  target: SUBSCRIPTION,
  party: PARTIES,
  description: 'A subscription with its charges and its history, and what happens at the end of the period.',
  input: Input,
  result: Result,
})
export class GetSubscription {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly history: HistoryRepository,
    private readonly renewals: RenewalsService,
  ) {}

  async run({ target: row, caller }: Call<Input, Subscription>) {
    const [charges, history, [open], pending] = await Promise.all([
      this.charges.newestOf(row.id, CHARGES),
      this.history.newestOf(row.id, HISTORY),
      this.charges.openOfMany([row.id]),
      this.renewals.pendingPlans([row]),
    ]);
    // Only the subscriber pays.
    const shown = (charge: ChargeView) => (caller.id === row.owner_id ? charge : { ...charge, checkout_url: null });
    const openCharge = presentCharge(open);
    return {
      subscription: present(SubscriptionView, row),
      open_charge: openCharge && shown(openCharge),
      charges: charges.map((charge) => shown(present(ChargeView, charge))),
      history: history.map((entry) => present(HistoryView, entry)),
      next: nextOf(row, pending.get(row.pending_plan_id), open),
    };
  }
}
