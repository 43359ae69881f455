import type { AffiliatesService as Exported, RecordedSale, ReferredSale } from '../contracts/affiliates.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AttributionRepository } from './sales/attribution.repository.js';
import { SaleRecordingService } from './sales/sale-recording.service.js';
import { SaleRefundsService } from './sales/sale-refunds.service.js';

/** What the selling apps ask: who brought a buyer, what that earns, and what a refund takes back. */
@AppProvider()
export class AffiliatesService implements Exported {
  constructor(
    private readonly attributions: AttributionRepository,
    private readonly recording: SaleRecordingService,
    private readonly refunds: SaleRefundsService,
  ) {}

  async resolve(sale: ReferredSale): Promise<string | null> {
    const found = await this.attributions.resolve(sale);
    if (!found) return null;
    await this.attributions.note(found, sale);
    return found.affiliate_id;
  }

  recordSale(sale: RecordedSale): Promise<void> {
    return this.recording.record(sale);
  }

  reverseSale({ payment_id, refunded_minor }: { payment_id: string; refunded_minor: number }): Promise<void> {
    return this.refunds.reverse(payment_id, refunded_minor);
  }
}
