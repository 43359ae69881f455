import { NOW } from '../../../platform/database/entity.repository.js';
import { AppServices } from '../../contracts/app-services.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import { type Charge, isLive, type Subscription } from '../entities/subscription.entity.js';
import { EndingService } from './ending.service.js';
import { SubscriptionRecordsService } from './subscription-records.service.js';
import { shortened } from './transition.policy.js';

/** What follows when a payment is given back. The subscription is locked, and the charge after it. */
@AppProvider()
export class RefundsService {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly ending: EndingService,
    private readonly records: SubscriptionRecordsService,
    private readonly services: AppServices,
  ) {}

  /** `refunded`: all that was given back so far, in minor units. */
  async refund(row: Subscription | undefined, charge: Charge, refunded: number): Promise<void> {
    if (refunded <= charge.refunded_minor || !charge.payment_id) return;
    const isWhole = refunded >= charge.amount_minor;
    const ended = isWhole && ({ status: 'refunded', refunded_at: NOW } as const);
    await this.charges.change(charge.id, { refunded_minor: refunded, ...ended });
    const { payment_id } = charge;
    if (row?.affiliate_id) await this.services.of('affiliates')?.reverseSale({ payment_id, refunded_minor: refunded });
    if (!row || charge.status !== 'paid') return;
    await this.records.record(row.id, 'refunded', 'seller', { charge_id: charge.id, refunded_minor: refunded });
    if (isCredit(charge)) await this.takeCreditBack(row, refunded - charge.refunded_minor);
    else if (isWhole && isLive(row)) await this.takeTimeBack(row, charge);
  }

  private async takeCreditBack(row: Subscription, minor: number): Promise<void> {
    await this.records.save({ ...row, credit_minor: Math.max(0, row.credit_minor - minor) });
  }

  private async takeTimeBack(row: Subscription, charge: Charge): Promise<void> {
    const at = row.paused_at ?? new Date();
    if (charge.period_end <= at) return;
    // What was credited pays for the running period.
    if (charge.period_start <= at || charge.credited_at) {
      const [after] = await this.ending.end([row], 'canceled', 'system');
      if (after) await this.records.tell(after, (notifications, plan) => notifications.canceled(after, plan, 'system'));
      return;
    }
    await this.charges.voidOpenOf([row.id]);
    const ms = charge.period_start.getTime() - charge.period_end.getTime();
    await this.charges.shift([{ id: row.id, after: charge.period_end, ms }]);
    await this.records.save(shortened(row, charge));
  }
}

/** Late money that paid for no time of its own. */
const isCredit = ({ period_start, period_end }: Charge) => period_start.getTime() === period_end.getTime();
