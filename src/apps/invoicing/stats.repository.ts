import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';

const ISSUED = sql(
  'invoicing_stats_issued',
  `SELECT d.currency, d.kind, count(*)::int AS count, sum(d.total_minor)::float8 AS total_minor
   FROM ext_invoicing.documents d
   WHERE d.owner_id = $1 AND d.issue_date BETWEEN $2 AND $3 AND d.status = 'issued' GROUP BY 1, 2`,
);
const TAXES = sql(
  'invoicing_stats_taxes',
  `SELECT d.currency, t.name, t.rate_ppm,
     sum(CASE d.kind WHEN 'invoice' THEN t.tax ELSE -t.tax END)::float8 AS tax_minor,
     sum(CASE d.kind WHEN 'invoice' THEN t.net ELSE -t.net END)::float8 AS net_minor
   FROM ext_invoicing.documents d, jsonb_to_recordset(d.tax_lines) t (name text, rate_ppm int, net bigint, tax bigint)
   WHERE d.owner_id = $1 AND d.issue_date BETWEEN $2 AND $3 AND d.status = 'issued' AND t.name IS NOT NULL
   GROUP BY 1, 2, 3 ORDER BY 1, 3, 2`,
);
const COLLECTED = sql(
  'invoicing_stats_collected',
  `SELECT p.currency, sum(p.amount_minor - p.reversed_minor)::float8 AS collected_minor
   FROM ext_invoicing.invoice_payments p
   WHERE p.owner_id = $1 AND p.paid_on BETWEEN $2 AND $3 AND p.status = 'completed' AND p.method <> 'credit' GROUP BY 1`,
);
const DAYS_TO_PAY = sql(
  'invoicing_stats_days_to_pay',
  `SELECT round(avg((d.paid_at AT TIME ZONE $4)::date - d.issue_date), 1)::float8 AS days
   FROM ext_invoicing.documents d
   WHERE d.owner_id = $1 AND d.kind = 'invoice' AND d.issue_date BETWEEN $2 AND $3 AND d.status = 'issued'
     AND d.paid_at IS NOT NULL AND d.total_minor > 0`,
);
/** In days beyond the due date; below 1 is not due yet. */
const DUE = sql(
  'invoicing_stats_due',
  `SELECT s.currency, CASE WHEN s.due_date >= $2::date THEN 'not_due' WHEN $2::date - s.due_date <= 30 THEN '1_30'
     WHEN $2::date - s.due_date <= 60 THEN '31_60' WHEN $2::date - s.due_date <= 90 THEN '61_90' ELSE 'over_90' END AS age,
     sum(s.due_minor)::float8 AS due_minor
   FROM ext_invoicing.document_sums s
   WHERE s.owner_id = $1 AND s.kind = 'invoice' AND s.phase IN ('open', 'partially_paid')
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

/** The figures of an owner, for days in their zone. */
@AppProvider()
export class StatsRepository extends BaseRepository {
  issued(ownerId: string, from: string, to: string) {
    type Row = { currency: string; kind: 'invoice' | 'credit_note'; count: number; total_minor: number };
    return this.rows<Row>(ISSUED, ownerId, from, to);
  }

  taxes(ownerId: string, from: string, to: string): Promise<TaxRow[]> {
    return this.rows<TaxRow>(TAXES, ownerId, from, to);
  }

  /** Without what was settled by credit, which is no new money. */
  collected(ownerId: string, from: string, to: string) {
    return this.rows<{ currency: string; collected_minor: number }>(COLLECTED, ownerId, from, to);
  }

  async daysToPay(ownerId: string, from: string, to: string, zone: string): Promise<number | null> {
    return (await this.onlyOne<{ days: number | null }>(DAYS_TO_PAY, ownerId, from, to, zone)).days;
  }

  due(ownerId: string, today: string) {
    return this.rows<{ currency: string; age: Age; due_minor: number }>(DUE, ownerId, today);
  }

  credit(ownerId: string) {
    return this.rows<{ currency: string; credit_minor: number }>(CREDIT, ownerId);
  }
}
