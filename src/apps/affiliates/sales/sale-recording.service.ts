import type { RecordedSale } from '../../contracts/affiliates.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AffiliateRepository } from '../partners/affiliate.repository.js';
import { ProgramRepository } from '../programs/program.repository.js';
import { AttributionRepository } from './attribution.repository.js';
import { EarningService } from './earning.service.js';

/** A paid sale of a selling app, once for its payment. */
@AppProvider()
export class SaleRecordingService {
  constructor(
    private readonly attributions: AttributionRepository,
    private readonly programs: ProgramRepository,
    private readonly affiliates: AffiliateRepository,
    private readonly earning: EarningService,
  ) {}

  async record({ affiliate_id, seller_id, ...sale }: RecordedSale): Promise<void> {
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
}
