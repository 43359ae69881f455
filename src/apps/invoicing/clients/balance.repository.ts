import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Client } from '../entities/client.entity.js';

/** The words of the partial indexes over unpaid invoices, of a row `d`. */
export const UNPAID = `d.kind = 'invoice' AND d.status = 'issued' AND d.paid_minor + d.credited_minor < d.total_minor`;

const OF_CLIENTS = `ext_invoicing.document_sums s WHERE s.owner_id = $1 AND s.kind = 'invoice' AND s.day = 'infinity'`;
const OUTSTANDING = sql(
  'invoicing_outstanding',
  `SELECT s.of_id AS id, sum(s.due_minor)::float8 AS outstanding_minor FROM ${OF_CLIENTS} AND s.of_id = ANY ($2::uuid[])
   GROUP BY 1`,
);
const BALANCE = sql(
  'invoicing_balance',
  `SELECT coalesce(sum(s.due_minor), 0)::float8 AS outstanding_minor,
     coalesce(sum(s.due_minor) FILTER (WHERE s.due_date < $3::date), 0)::float8 AS overdue_minor,
     coalesce(sum(s.total_minor), 0)::float8 AS invoiced_minor, coalesce(sum(s.paid_minor), 0)::float8 AS paid_minor
   FROM ${OF_CLIENTS} AND s.of_id = $2 AND s.phase NOT IN ('draft', 'void')`,
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

/** What clients owe, read from the sums of their documents. */
@AppProvider()
export class BalanceRepository extends BaseRepository {
  of({ owner_id, id }: Pick<Client, 'owner_id' | 'id'>, today: string): Promise<Balance> {
    return this.onlyOne<Balance>(BALANCE, owner_id, id, today);
  }

  async hasUnpaid(clientId: string): Promise<boolean> {
    return (await this.onlyOne<{ found: boolean }>(HAS_UNPAID, clientId)).found;
  }

  /** In minor units; clients without invoices are left out. */
  async outstanding(ownerId: string, clientIds: string[]): Promise<Map<string, number>> {
    const rows = await this.rows<{ id: string; outstanding_minor: number }>(OUTSTANDING, ownerId, clientIds);
    return new Map(rows.map((row) => [row.id, row.outstanding_minor]));
  }
}
