import { In } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { type DocumentKind, InvoiceDocument } from '../entities/document.entity.js';

/** One counter for each series. A statement that is rolled back gives its number back, which a sequence does not. */
const NEXT_NUMBER = sql(
  'invoicing_next_number',
  `INSERT INTO ext_invoicing.number_counters AS c (owner_id, kind, period, last_value) VALUES ($1, $2, $3, $4)
   ON CONFLICT (owner_id, kind, period) DO UPDATE SET last_value = greatest(c.last_value + 1, $4)
   RETURNING last_value`,
);
const DRAFTS_WITH_RATE = sql(
  'invoicing_drafts_with_rate',
  `SELECT d.id FROM ext_invoicing.documents d WHERE d.status = 'draft' AND d.owner_id = $2 AND d.id IN
     (SELECT l.document_id FROM ext_invoicing.document_lines l WHERE l.tax_rate_id = $1)
   ORDER BY d.id FOR NO KEY UPDATE`,
);
const SET_SUMS = sql(
  'invoicing_set_sums',
  `UPDATE ext_invoicing.documents d SET subtotal_minor = g.subtotal_minor, discount_minor = g.discount_minor,
     tax_minor = g.tax_minor, total_minor = g.total_minor, tax_lines = g.tax_lines, updated_at = now()
   FROM jsonb_to_recordset($1::jsonb) g (id uuid, subtotal_minor bigint, discount_minor bigint, tax_minor bigint,
     total_minor bigint, tax_lines jsonb)
   WHERE d.id = g.id`,
);

export type Sums = Pick<
  InvoiceDocument,
  'subtotal_minor' | 'discount_minor' | 'tax_minor' | 'total_minor' | 'tax_lines'
>;

@AppProvider()
export class DocumentRepository extends EntityRepository<InvoiceDocument> {
  protected readonly entity = InvoiceDocument;

  lock(id: string): Promise<InvoiceDocument> {
    return this.the({ id }, 'Invoice', { lock: 'no key update' });
  }

  byIds(owner_id: string, ids: string[]): Promise<InvoiceDocument[]> {
    return this.find({ owner_id, id: In(ids) });
  }

  creditNotesOf(invoice_id: string): Promise<InvoiceDocument[]> {
    return this.find({ invoice_id }, { order: { created_at: 'ASC', id: 'ASC' } });
  }

  /** Null for a draft. */
  async numberOf(id: string): Promise<string | null> {
    return (await this.findOne({ id }, { select: ['number'] }))?.number ?? null;
  }

  /** The next number of a series, at least the one that is given. */
  async nextNumber(ownerId: string, kind: DocumentKind, period: string, atLeast: number): Promise<number> {
    return (await this.onlyOne<{ last_value: number }>(NEXT_NUMBER, ownerId, kind, period, atLeast)).last_value;
  }

  /** The ids of the drafts with a line of this rate. */
  async lockDraftsWithRate(rateId: string, ownerId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(DRAFTS_WITH_RATE, rateId, ownerId)).map(({ id }) => id);
  }

  /** The drafts with a line of this rate, which are locked. */
  async draftsWithRate(rateId: string, ownerId: string): Promise<InvoiceDocument[]> {
    const ids = await this.lockDraftsWithRate(rateId, ownerId);
    return ids.length ? this.find({ id: In(ids) }) : [];
  }

  async setSums(sums: (Sums & { id: string })[]): Promise<void> {
    await this.rows(SET_SUMS, JSON.stringify(sums));
  }
}
