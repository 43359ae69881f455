import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { searching, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import type { InvoicePayment } from '../entities/invoice-payment.entity.js';
import { ALL_DAYS, spanOf } from '../sum.repository.js';

export interface PaymentFilters {
  client_id?: string;
  invoice_id?: string;
  method?: string;
  from?: string;
  to?: string;
}

export type ListedPayment = InvoicePayment & { number: string | null; client_name: string };

const MONEY = ['amount', 'excess', 'reversed'].map((name) => `p.${name}_minor::float8 AS ${name}_minor`).join(', ');
const FILTERS: Record<keyof PaymentFilters, string> = {
  client_id: 'p.client_id = ?',
  invoice_id: 'p.document_id = ?',
  method: 'p.method = ?',
  from: 'p.paid_on >= ?::date',
  to: 'p.paid_on <= ?::date',
};

const PAYMENTS = new List({
  name: 'invoicing_payments',
  columns: `p.id, p.owner_id, p.document_id, p.client_id, ${MONEY}, p.currency, p.method, p.reference, p.paid_on::text,
    p.status, p.payment_id, p.reversed_at, p.note, p.created_at, p.updated_at, d.number,
    coalesce(d.client ->> 'name', c.name) AS client_name`,
  from: `ext_invoicing.invoice_payments p JOIN ext_invoicing.documents d ON d.id = p.document_id
    JOIN ext_invoicing.clients c ON c.id = p.client_id`,
  id: 'p.id',
  where: 'p.owner_id = $1 AND p.status = $2',
  filters: FILTERS,
  sorts: { newest: { by: 'p.paid_on', type: 'date' } },
});

const SUMMED_TOTALS = sql(
  'invoicing_payment_totals',
  `SELECT s.currency, sum(s.amount_minor)::float8 AS amount_minor, sum(s.reversed_minor)::float8 AS reversed_minor
   FROM ext_invoicing.payment_sums s
   WHERE s.owner_id = $1 AND s.status = $2 AND s.day BETWEEN $3 AND $4 AND ($5::text IS NULL OR s.method = $5)
   GROUP BY 1 HAVING sum(s.amount_minor) <> 0 ORDER BY 1`,
);

export interface PaymentTotals {
  currency: string;
  amount_minor: number;
  reversed_minor: number;
}

/** The payments of an owner, and what they come to. */
@AppProvider()
export class PaymentListRepository extends BaseRepository {
  page(ownerId: string, status: string, filters: PaymentFilters, query: PageQuery) {
    return PAYMENTS.page<ListedPayment>(this.database, { values: [ownerId, status], filters, sort: 'newest', query });
  }

  /** Over all payments that the filters let through: read from few sums, but for those of a client or an invoice. */
  totals(ownerId: string, status: string, filters: PaymentFilters): Promise<PaymentTotals[]> {
    const { client_id, invoice_id, method, from, to } = filters;
    if (client_id === undefined && invoice_id === undefined) {
      const [first, last] = spanOf(from, to) ?? ALL_DAYS;
      return this.rows<PaymentTotals>(SUMMED_TOTALS, ownerId, status, first, last, method ?? null);
    }
    const given = (Object.keys(FILTERS) as (keyof PaymentFilters)[]).filter((name) => filters[name] !== undefined);
    const conditions = given.map((name, index) => FILTERS[name].replace('?', `$${index + 3}`));
    const statement = searching(
      `invoicing_payment_totals_of ${given.join(' ')}`,
      `SELECT p.currency, sum(p.amount_minor)::float8 AS amount_minor, sum(p.reversed_minor)::float8 AS reversed_minor
       FROM ext_invoicing.invoice_payments p
       WHERE ${['p.owner_id = $1 AND p.status = $2', ...conditions].join(' AND ')} GROUP BY 1 ORDER BY 1`,
    );
    return this.rows<PaymentTotals>(statement, ownerId, status, ...given.map((name) => filters[name]));
  }
}
