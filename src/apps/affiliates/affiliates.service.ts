import type { AffiliatesService as Exported, RecordedSale, ReferredSale } from '../contracts/affiliates.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AffiliateRepository } from './partners/affiliate.repository.js';
import { ProgramRepository } from './programs/program.repository.js';
import { AttributionRepository } from './sales/attribution.repository.js';
import { EarningService } from './sales/earning.service.js';
import { SaleRefundsService } from './sales/sale-refunds.service.js';

/** What the selling apps ask: who brought a buyer, what that earns, and what a refund takes back. */
@AppProvider()
export class AffiliatesService implements Exported {
  constructor(
    private readonly attributions: AttributionRepository,
    private readonly programs: ProgramRepository,
    private readonly affiliates: AffiliateRepository,
    private readonly earning: EarningService,
    private readonly refunds: SaleRefundsService,
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
    const noted = buyer_id ? await this.attributions.noted(affiliate_id, buyer_id, app_slug, item_id) : undefined;
    const { matched_by = 'code', click_id = null } = noted ?? {};
    const values = { ...sale, matched_by, click_id, source: 'platform' as const, occurred_at: new Date() };
    await this.earning.record(program, affiliate, values);
  }

  reverseSale({ payment_id, refunded_minor }: { payment_id: string; refunded_minor: number }): Promise<void> {
    return this.refunds.reverse(payment_id, refunded_minor);
  }
}
