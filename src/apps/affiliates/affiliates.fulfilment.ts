import { type AppPayment, Fulfilment } from '../../payments/extension-points.js';
import { NOW } from '../../platform/database/entity.repository.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AffiliateNotificationsService } from './affiliate-notifications.service.js';
import { CommissionRepository } from './commissions/commission.repository.js';
import type { Payout } from './entities/payout.entity.js';
import { AffiliateRepository } from './partners/affiliate.repository.js';
import { PayoutRepository } from './payouts/payout.repository.js';

/** What happens when a payout was paid, or given back to the merchant. It refuses no money that has moved. */
@AppProvider()
export class AffiliatesFulfilment extends Fulfilment {
  readonly app = 'affiliates';

  constructor(
    private readonly payouts: PayoutRepository,
    private readonly affiliates: AffiliateRepository,
    private readonly commissions: CommissionRepository,
    private readonly notifications: AffiliateNotificationsService,
  ) {
    super();
  }

  async paid(payment: AppPayment): Promise<boolean> {
    const payout = await this.lock(payment.id);
    if (!payout || !isFor(payment, payout)) return false;
    if (payout.status === 'paid' || payout.status === 'reversed') return true;
    const after = await this.payouts.change(payout.id, { status: 'paid', paid_at: NOW });
    const settled = await this.payouts.pay(payout.id);
    // Some commissions were settled elsewhere after the payout had ended: the rest is an advance.
    await this.balance(payout, settled - payout.amount_minor, 'Paid in advance by a late payout');
    this.notifications.notifyPaid(after);
    return true;
  }

  async refunded(payment: AppPayment): Promise<void> {
    const payout = await this.lock(payment.id);
    if (payout?.status !== 'paid') return;
    const refunded = Math.min(Number(payment.refunded_amount), payout.amount_minor);
    if (refunded <= payout.refunded_minor) return;
    if (refunded < payout.amount_minor) return this.giveBackPart(payout, refunded);
    const after = await this.payouts.change(payout.id, { status: 'reversed', refunded_minor: refunded });
    const owed = await this.payouts.unpay(payout.id);
    // What the payout left open beside its commissions: an advance, or parts that were given back before.
    await this.balance(payout, payout.amount_minor - payout.refunded_minor - owed, 'Reversed payout');
    this.notifications.notifyPayoutReversed(after);
  }

  /** A part that the merchant got back is owed again. */
  private async giveBackPart(payout: Payout, refunded_minor: number): Promise<void> {
    await this.payouts.change(payout.id, { refunded_minor });
    await this.balance(payout, refunded_minor - payout.refunded_minor, 'Partly refunded payout');
  }

  private async balance(payout: Payout, amount_minor: number, reason: string): Promise<void> {
    if (amount_minor !== 0) await this.commissions.adjust(payout, { amount_minor, reason });
  }

  /** The affiliate before the payout, as everywhere. */
  private async lock(paymentId: string): Promise<Payout | undefined> {
    const known = await this.payouts.findOne({ payment_id: paymentId });
    if (!known) return undefined;
    await this.affiliates.lock(known.affiliate_id);
    return this.payouts.findOne({ id: known.id }, { lock: 'update' });
  }
}

/** Its parties are not compared: an account may be deleted while its payout is paid. */
const isFor = ({ amount, currency }: AppPayment, payout: Payout) =>
  amount === BigInt(payout.amount_minor) && currency === payout.currency;
