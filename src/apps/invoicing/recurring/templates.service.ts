import { AppProvider } from '../../kernel/app-provider.js';
import { LinesService } from '../documents/lines.service.js';
import { sumsOf } from '../documents/totals.policy.js';
import type { Client } from '../entities/client.entity.js';
import type { Template } from '../entities/recurring-invoice.entity.js';
import type { InvoicingSettings } from '../invoicing.settings.js';

@AppProvider()
export class TemplatesService {
  constructor(private readonly pricing: LinesService) {}

  /** Refuses what would be refused of an invoice that is made now, so that the owner hears of it while they write. */
  async expectPriced(
    client: Client,
    { lines, discount_percent }: Template,
    settings: InvoicingSettings,
  ): Promise<void> {
    const priced = await this.pricing.priced(client.owner_id, lines, client, settings);
    sumsOf(priced, { discount_percent, discount_minor: 0, prices_include_tax: settings.prices_include_tax });
  }
}
