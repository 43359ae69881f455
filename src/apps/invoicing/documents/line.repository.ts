import { In } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { DocumentLine } from '../entities/document.entity.js';

/** A line before it is stored. */
export type NewLine = Omit<DocumentLine, 'id' | 'document_id' | 'position'>;

const ADD = sql(
  'invoicing_lines_add',
  `INSERT INTO ext_invoicing.document_lines (document_id, position, description, quantity, unit, unit_price_minor,
     discount_percent, tax_rate_id, tax_name, rate_ppm, amount_minor)
   SELECT $1, g.at, l.description, l.quantity, l.unit, l.unit_price_minor, l.discount_percent, l.tax_rate_id, l.tax_name,
     l.rate_ppm, l.amount_minor
   FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY g (line, at), jsonb_to_record(g.line) l (description text,
     quantity numeric, unit text, unit_price_minor bigint, discount_percent numeric, tax_rate_id uuid, tax_name text,
     rate_ppm int, amount_minor bigint)
   RETURNING *`,
);
const SET_RATES = sql(
  'invoicing_lines_set_rates',
  `UPDATE ext_invoicing.document_lines l SET tax_name = g.tax_name, rate_ppm = g.rate_ppm
   FROM unnest($1::uuid[], $2::text[], $3::int[]) g (id, tax_name, rate_ppm)
   WHERE l.id = g.id AND (l.tax_name, l.rate_ppm) IS DISTINCT FROM (g.tax_name, g.rate_ppm)`,
);

@AppProvider()
export class LineRepository extends EntityRepository<DocumentLine> {
  protected readonly entity = DocumentLine;

  of(document_id: string): Promise<DocumentLine[]> {
    return this.find({ document_id }, { order: { position: 'ASC' } });
  }

  ofMany(ids: string[]): Promise<DocumentLine[]> {
    return this.find({ document_id: In(ids) }, { order: { document_id: 'ASC', position: 'ASC' } });
  }

  async store(documentId: string, lines: NewLine[]): Promise<DocumentLine[]> {
    const added = await this.converted(ADD, documentId, JSON.stringify(lines));
    return added.toSorted((a, b) => a.position - b.position);
  }

  async replace(documentId: string, lines: NewLine[]): Promise<DocumentLine[]> {
    await this.delete({ document_id: documentId });
    return this.store(documentId, lines);
  }

  /** The names and rates that stand on the lines. */
  async setRates(lines: DocumentLine[]): Promise<void> {
    const columns = [lines.map(({ id }) => id), lines.map(({ tax_name }) => tax_name), lines.map((l) => l.rate_ppm)];
    await this.rows(SET_RATES, ...columns);
  }
}
