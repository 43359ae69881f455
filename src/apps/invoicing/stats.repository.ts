import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';

const ISSUED = sql(
  'invoicing_stats_issued',
  `SELECT s.currency, s.kind, sum(s.documents)::float8 AS documents, sum(s.total_minor)::float8 AS total_minor,
     sum(s.settled)::float8 AS settled, sum(s.settling_days)::float8 AS settling_days
   FROM ext_invoicing.document_sums s
   WHERE s.owner_id = $1 AND s.of_id = $1 AND s.kind IN ('invoice', 'credit_note') AND s.day BETWEEN $2 AND $3
     AND s.phase NOT IN ('draft', 'void')
   GROUP BY 1, 2 HAVING sum(s.documents) <> 0`,
);
const TAXES = sql(
  'invoicing_stats_taxes',
  `SELECT s.currency, s.name, s.rate_ppm, sum(s.tax_minor)::float8 AS tax_minor, sum(s.net_minor)::float8 AS net_minor
   FROM ext_invoicing.tax_sums s WHERE s.owner_id = $1 AND s.day BETWEEN $2 AND $3
   GROUP BY 1, 2, 3 HAVING sum(s.tax_minor) <> 0 OR sum(s.net_minor) <> 0 ORDER BY 1, 3, 2`,
);
const COLLECTED = sql(
  'invoicing_stats_collected',
  `SELECT s.currency, sum(s.amount_minor - s.reversed_minor)::float8 AS collected_minor
   FROM ext_invoicing.payment_sums s
   WHERE s.owner_id = $1 AND s.day BETWEEN $2 AND $3 AND s.status = 'completed' AND s.method <> 'credit'
   GROUP BY 1 HAVING sum(s.amount_minor) <> 0`,
);
/** In days beyond the due date; below 1 is not due yet. */
const DUE = sql(
  'invoicing_stats_due',
  `SELECT s.currency, CASE WHEN s.due_date >= $2::date THEN 'not_due' WHEN $2::date - s.due_date <= 30 THEN '1_30'
     WHEN $2::date - s.due_date <= 60 THEN '31_60' WHEN $2::date - s.due_date <= 90 THEN '61_90' ELSE 'over_90' END AS age,
     sum(s.due_minor)::float8 AS due_minor
   FROM ext_invoicing.document_sums s
   WHERE s.owner_id = $1 AND s.of_id = $1 AND s.kind = 'invoice' AND s.day = 'infinity' AND s.phase IN ('open', 'partially_paid')
   GROUP BY 1, 2 HAVING sum(s.due_minor) <> 0`,
);
const CREDIT = sql(
  'invoicing_stats_credit',
  `SELECT c.currency, sum(c.credit_minor)::float8 AS credit_minor FROM ext_invoicing.clients c
   WHERE c.owner_id = $1 AND c.credit_minor > 0 GROUP BY 1`,
);

export type Age = 'not_due' | '1_30' | '31_60' | '61_90' | 'over_90';

interface TaxRow {
  currency: string;
  name: string;
  rate_ppm: number;
  net_minor: number;
  tax_minor: number;
}

interface Issued {
  currency: string;
  kind: 'invoice' | 'credit_note';
  documents: number;
  total_minor: number;
  /** How many are paid, and how many days that took. */
  settled: number;
  settling_days: number;
}

/** The figures of an owner, for days in their zone, read from the sums of these days. */
@AppProvider()
export class StatsRepository extends BaseRepository {
  issued(ownerId: string, from: string, to: string) {
    return this.rows<Issued>(ISSUED, ownerId, from, to);
  }

  taxes(ownerId: string, from: string, to: string): Promise<TaxRow[]> {
    return this.rows<TaxRow>(TAXES, ownerId, from, to);
  }

  /** Without what was settled by credit, which is no new money. */
  collected(ownerId: string, from: string, to: string) {
    return this.rows<{ currency: string; collected_minor: number }>(COLLECTED, ownerId, from, to);
  }

  due(ownerId: string, today: string) {
    return this.rows<{ currency: string; age: Age; due_minor: number }>(DUE, ownerId, today);
  }

  credit(ownerId: string) {
    return this.rows<{ currency: string; credit_minor: number }>(CREDIT, ownerId);
  }
}
