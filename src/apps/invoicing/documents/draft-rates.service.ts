import { AppProvider } from '../../kernel/app-provider.js';
import { grouped } from '../../kernel/rows/grouped.js';
import type { TaxRate } from '../entities/client.entity.js';
import type { DocumentLine } from '../entities/document.entity.js';
import { DocumentRepository } from './document.repository.js';
import { LineRepository } from './line.repository.js';
import { sumsOf } from './totals.policy.js';

/** Drafts have the rates as they are now. */
@AppProvider()
export class DraftRatesService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly lines: LineRepository,
  ) {}

  /** A change of a draft locks the draft before its rates, so a change of a rate locks its drafts first. */
  async lock(rateId: string, ownerId: string): Promise<void> {
    await this.documents.lockDraftsWithRate(rateId, ownerId);
  }

  /** All drafts with this rate get its name and percentage, and new sums. */
  async follow(rate: TaxRate): Promise<void> {
    const drafts = await this.documents.draftsWithRate(rate.id, rate.owner_id);
    if (!drafts.length) return;
    const lines = withRates(await this.lines.ofMany(drafts.map(({ id }) => id)), new Map([[rate.id, rate]]));
    await this.lines.setRates(lines.filter(({ tax_rate_id }) => tax_rate_id === rate.id));
    const byDraft = grouped(lines, ({ document_id }) => document_id);
    await this.documents.setSums(
      drafts.map((draft) => ({ id: draft.id, ...sumsOf(byDraft.get(draft.id) ?? [], draft) })),
    );
  }
}

/** Lines with the rates as they are; those of other rates stay as they were. */
export const withRates = (lines: DocumentLine[], rates: Map<string, TaxRate>): DocumentLine[] =>
  lines.map((line) => {
    const rate = line.tax_rate_id === null ? undefined : rates.get(line.tax_rate_id);
    return rate ? { ...line, tax_name: rate.name, rate_ppm: rate.rate_ppm } : line;
  });
