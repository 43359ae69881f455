import { AppProvider } from '../../kernel/app-provider.js';
import { AffiliateNotificationsService } from '../affiliate-notifications.service.js';
import { CommissionRepository } from '../commissions/commission.repository.js';
import { TakingBackService } from '../commissions/taking-back.service.js';
import { AffiliateRepository } from '../partners/affiliate.repository.js';
import { shareOf } from './commission.policy.js';
import { ConversionRepository } from './conversion.repository.js';

/** What the refund of a sale takes back of its commission. */
@AppProvider()
export class SaleRefundsService {
  constructor(
    private readonly affiliates: AffiliateRepository,
    private readonly conversions: ConversionRepository,
    private readonly commissions: CommissionRepository,
    private readonly takingBack: TakingBackService,
    private readonly notifications: AffiliateNotificationsService,
  ) {}

  /** `refunded_minor`: all that was given back so far. */
  async reverse(payment_id: string, refunded_minor: number): Promise<void> {
    const known = await this.conversions.findOne({ payment_id });
    if (!known) return;
    await this.affiliates.lock(known.affiliate_id);
    const before = await this.conversions.the({ id: known.id }, 'Conversion', { lock: 'update' });
    const refunded = Math.min(refunded_minor, before.amount_minor);
    if (refunded <= before.refunded_minor) return;
    const status = refunded === before.amount_minor ? 'reversed' : before.status;
    await this.conversions.change(before.id, { refunded_minor: refunded, status });
    const target = shareOf(before, refunded);
    const rows = await this.commissions.ofConversion(before.id);
    const taken = await this.takingBack.bringTo(rows, { target, reason: 'Refund of the sale', ended: 'reversed' });
    if (taken && taken.lost_minor > 0) this.notifications.notifyReversed(taken.commission, taken.lost_minor);
  }
}
