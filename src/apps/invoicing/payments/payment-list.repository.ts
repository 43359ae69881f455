import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { searching } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import type { InvoicePayment } from '../entities/invoice-payment.entity.js';

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

  /** Over all payments that the filters let through. */
  totals(ownerId: string, status: string, filters: PaymentFilters): Promise<PaymentTotals[]> {
    const given = (Object.keys(FILTERS) as (keyof PaymentFilters)[]).filter((name) => filters[name] !== undefined);
    const conditions = given.map((name, index) => FILTERS[name].replace('?', `$${index + 3}`));
    const statement = searching(
      `invoicing_payment_totals ${given.join(' ')}`,
      `SELECT p.currency, sum(p.amount_minor)::float8 AS amount_minor, sum(p.reversed_minor)::float8 AS reversed_minor
       FROM ext_invoicing.invoice_payments p
       WHERE ${['p.owner_id = $1 AND p.status = $2', ...conditions].join(' AND ')} GROUP BY 1 ORDER BY 1`,
    );
    return this.rows<PaymentTotals>(statement, ownerId, status, ...given.map((name) => filters[name]));
  }
}
