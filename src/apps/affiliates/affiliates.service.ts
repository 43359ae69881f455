import type { AffiliatesService as Exported, RecordedSale, ReferredSale } from '../contracts/affiliates.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AffiliateNotificationsService } from './affiliate-notifications.service.js';
import { CommissionRepository } from './commissions/commission.repository.js';
import { TakingBackService } from './commissions/taking-back.service.js';
import { AffiliateRepository } from './partners/affiliate.repository.js';
import { ProgramRepository } from './programs/program.repository.js';
import { AttributionRepository } from './sales/attribution.repository.js';
import { shareOf } from './sales/commission.policy.js';
import { ConversionRepository } from './sales/conversion.repository.js';
import { EarningService } from './sales/earning.service.js';

/** What the selling apps ask: who brought a buyer, what that earns, and what a refund takes back. */
@AppProvider()
export class AffiliatesService implements Exported {
  constructor(
    private readonly attributions: AttributionRepository,
    private readonly programs: ProgramRepository,
    private readonly affiliates: AffiliateRepository,
    private readonly conversions: ConversionRepository,
    private readonly commissions: CommissionRepository,
    private readonly earning: EarningService,
    private readonly takingBack: TakingBackService,
    private readonly notifications: AffiliateNotificationsService,
  ) {}

  async resolve(sale: ReferredSale): Promise<string | null> {
    const found = await this.attributions.resolve(sale);
    if (!found) return null;
    await this.attributions.note(found, sale);
    return found.affiliate_id;
  }

  async recordSale({ affiliate_id, seller_id, ...sale }: RecordedSale): Promise<void> {
    const { buyer_id, app_slug, item_id, amount_minor } = sale;
    const affiliate = amount_minor > 0 ? await this.affiliates.lock(affiliate_id) : undefined;
    if (affiliate?.status !== 'active') return;
    const program = await this.programs.findOne({ id: affiliate.program_id });
    if (!program || program.status === 'closed' || program.owner_id !== seller_id) return;
    const noted = buyer_id && (await this.attributions.noted(affiliate_id, buyer_id, app_slug, item_id));
    const { matched_by = 'code', click_id = null } = noted || {};
    const values = { ...sale, matched_by, click_id, source: 'platform' as const, occurred_at: new Date() };
    await this.earning.record(program, affiliate, values);
  }

  async reverseSale({ payment_id, refunded_minor }: { payment_id: string; refunded_minor: number }): Promise<void> {
    const known = await this.conversions.findOne({ payment_id });
    if (!known) return;
    await this.affiliates.lock(known.affiliate_id);
    const before = await this.conversions.the({ id: known.id }, 'Conversion', { lock: 'update' });
    const refunded = Math.min(refunded_minor, before.amount_minor);
    if (refunded <= before.refunded_minor) return;
    const isWhole = refunded === before.amount_minor;
    const status = isWhole ? 'reversed' : before.status;
    await this.conversions.change(before.id, { refunded_minor: refunded, status });
    const target = shareOf(before, refunded);
    const rows = await this.commissions.ofConversion(before.id);
    const taken = await this.takingBack.bringTo(rows, { target, reason: 'Refund of the sale', ended: 'reversed' });
    if (taken && taken.lost_minor > 0) this.notifications.notifyReversed(taken.commission, taken.lost_minor);
  }
}
