import { NOW } from '../../../platform/database/entity.repository.js';
import { AppServices } from '../../contracts/app-services.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import type { Plan } from '../entities/plan.entity.js';
import { type Charge, hasEnded, type Subscription } from '../entities/subscription.entity.js';
import { PlanChangesService } from './plan-changes.service.js';
import { RenewalsService } from './renewals.service.js';
import { StartingService } from './starting.service.js';
import { SubscriptionRecordsService } from './subscription-records.service.js';

/** What a charge brings that is paid, or that costs nothing. The subscription is locked, and the charge after it. */
@AppProvider()
export class SettlementService {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly starting: StartingService,
    private readonly renewals: RenewalsService,
    private readonly planChanges: PlanChangesService,
    private readonly records: SubscriptionRecordsService,
    private readonly services: AppServices,
  ) {}

  /** Undefined, with nothing changed: what was paid for cannot be had, and the money has to be given back. */
  async settle(row: Subscription, charge: Charge, { force = true } = {}): Promise<Subscription | undefined> {
    const after = await this.apply(row, charge, force);
    if (after) await this.recordSale(after, charge);
    return after;
  }

  private async apply(row: Subscription, charge: Charge, force: boolean): Promise<Subscription | undefined> {
    const isLate = charge.status === 'void';
    if (hasEnded(row)) return this.begun(await this.starting.restart(row, charge));
    const counts = row.status === 'incomplete' || (await this.isWanted(row, charge, isLate));
    if (!counts) return this.credit(row, charge);
    if (isLate) await this.charges.voidOpenOf([row.id]);
    if (row.status === 'incomplete') return this.begun(await this.starting.start(row, charge));
    if (charge.kind === 'upgrade') {
      const after = await this.planChanges.apply(row, charge, { force });
      if (after) await this.records.tell(after, (notifications, plan) => notifications.planChanged(after, plan));
      return after;
    }
    const after = await this.renewals.apply(row, charge);
    if (row.status === 'trialing') return this.begun(after);
    if (after) await this.records.tell(after, (notifications, plan) => notifications.renewed(after, plan));
    return after;
  }

  /** False: the time is paid already, so the money is credit. */
  private async isWanted(row: Subscription, charge: Charge, isLate: boolean): Promise<boolean> {
    if (charge.kind === 'upgrade') return !isLate || this.planChanges.fits(row, charge);
    return row.period_end?.getTime() === charge.period_start.getTime();
  }

  private async begun(after: Subscription | undefined): Promise<Subscription | undefined> {
    if (!after) return undefined;
    await this.records.record(after.id, 'started', 'subscriber', { period_end: after.period_end });
    await this.records.tell(after, (notifications, plan: Plan) => notifications.started(after, plan));
    return after;
  }

  /** Paid for no time of its own. A charge that nobody has begun to pay is made anew with the credit. */
  private async credit(row: Subscription, charge: Charge): Promise<Subscription> {
    const now = new Date();
    const noTime = { period_start: now, period_end: now, credit_minor: 0, discount_minor: 0 };
    await this.charges.change(charge.id, { status: 'paid', paid_at: NOW, ...noTime });
    const after = await this.records.save({
      ...row,
      credit_minor: row.credit_minor + charge.amount_minor,
      payments_count: row.payments_count + 1,
    });
    await this.records.record(row.id, 'credited', 'system', {
      charge_id: charge.id,
      amount_minor: charge.amount_minor,
    });
    const open = await this.charges.openOf(row.id);
    if (open && !open.payment_id) await this.renewals.reopen(after);
    return after;
  }

  private async recordSale({ affiliate_id, payments_count }: Subscription, charge: Charge): Promise<void> {
    const { id, owner_id, seller_id, plan_id, payment_id, amount_minor, currency } = charge;
    if (!affiliate_id || !payment_id || !seller_id) return;
    await this.services.of('affiliates')?.recordSale({
      affiliate_id,
      seller_id,
      buyer_id: owner_id,
      app_slug: 'subscriptions',
      item_id: plan_id,
      reference_type: 'charge',
      reference_id: id,
      payment_id,
      payment_number: payments_count,
      amount_minor,
      currency,
    });
  }
}
