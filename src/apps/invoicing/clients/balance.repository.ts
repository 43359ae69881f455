import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';

/** The words of the partial indexes over unpaid invoices, of a row `d`. */
export const UNPAID = `d.kind = 'invoice' AND d.status = 'issued' AND d.paid_minor + d.credited_minor < d.total_minor`;
export const DUE = 'd.total_minor - d.paid_minor - d.credited_minor';

const OUTSTANDING = sql(
  'invoicing_outstanding',
  `SELECT d.client_id AS id, sum(${DUE})::float8 AS outstanding_minor FROM ext_invoicing.documents d
   WHERE d.client_id = ANY ($1::uuid[]) AND ${UNPAID} GROUP BY 1`,
);
const BALANCE = sql(
  'invoicing_balance',
  `SELECT coalesce(sum(${DUE}) FILTER (WHERE d.kind = 'invoice'), 0)::float8 AS outstanding_minor,
     coalesce(sum(${DUE}) FILTER (WHERE d.kind = 'invoice' AND d.due_date < $2::date), 0)::float8 AS overdue_minor,
     coalesce(sum(d.total_minor) FILTER (WHERE d.kind = 'invoice'), 0)::float8 AS invoiced_minor,
     coalesce(sum(d.paid_minor), 0)::float8 AS paid_minor
   FROM ext_invoicing.documents d WHERE d.client_id = $1 AND d.status = 'issued'`,
);
const HAS_UNPAID = sql(
  'invoicing_has_unpaid',
  `SELECT EXISTS (SELECT FROM ext_invoicing.documents d WHERE d.client_id = $1 AND ${UNPAID}) AS found`,
);

interface Balance {
  outstanding_minor: number;
  overdue_minor: number;
  invoiced_minor: number;
  paid_minor: number;
}

/** What clients owe. */
@AppProvider()
export class BalanceRepository extends BaseRepository {
  of(clientId: string, today: string): Promise<Balance> {
    return this.onlyOne<Balance>(BALANCE, clientId, today);
  }

  async hasUnpaid(clientId: string): Promise<boolean> {
    return (await this.onlyOne<{ found: boolean }>(HAS_UNPAID, clientId)).found;
  }

  /** In minor units; clients who owe nothing are left out. */
  async outstanding(clientIds: string[]): Promise<Map<string, number>> {
    const rows = await this.rows<{ id: string; outstanding_minor: number }>(OUTSTANDING, clientIds);
    return new Map(rows.map((row) => [row.id, row.outstanding_minor]));
  }
}
