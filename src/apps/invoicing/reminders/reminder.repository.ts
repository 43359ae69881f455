import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { columnsOf, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { UNPAID } from '../clients/balance.repository.js';
import { InvoiceDocument } from '../entities/document.entity.js';
import type { Mark } from './marks.policy.js';

export const REMINDED_BATCH = 500;
export const OWNERS_BATCH = 500;

const DOCUMENTS = 'ext_invoicing.documents';
const FIRST_AFTER = (owner: string) =>
  `SELECT d.owner_id FROM ${DOCUMENTS} d WHERE ${UNPAID} AND d.owner_id > ${owner} ORDER BY d.owner_id LIMIT 1`;
// From one owner to the next in the index, so that the number of their invoices costs nothing.
const OWNERS = sql(
  'invoicing_reminder_owners',
  `WITH RECURSIVE owners AS (
     (${FIRST_AFTER('$1::uuid')})
     UNION ALL
     SELECT (${FIRST_AFTER('o.owner_id')}) FROM owners o WHERE o.owner_id IS NOT NULL
   )
   SELECT o.owner_id AS id,
     EXISTS (SELECT FROM apps.installations i WHERE i.user_id = o.owner_id AND i.app = 'invoicing') AS is_installed
   FROM owners o WHERE o.owner_id IS NOT NULL LIMIT ${OWNERS_BATCH}`,
);
// Neither a payment nor the deletion of an account is waited for: what is locked is left for the next hour.
const dueSql = (untold: string) => `SELECT d.id, g.mark
  FROM unnest($1::uuid[], $2::date[], $3::int[]) g (owner_id, due_date, mark)
  JOIN account.users u ON u.id = g.owner_id
  JOIN ${DOCUMENTS} d ON d.owner_id = g.owner_id AND d.due_date = g.due_date AND ${UNPAID}
  WHERE d.reminders AND d.due_date + g.mark >= d.issue_date AND ${untold}
  LIMIT ${REMINDED_BATCH} FOR KEY SHARE OF u SKIP LOCKED FOR NO KEY UPDATE OF d SKIP LOCKED`;
const REMIND = sql(
  'invoicing_remind',
  `WITH due AS (${dueSql('(d.reminded_mark IS NULL OR d.reminded_mark < g.mark)')}), reminded AS (
     UPDATE ${DOCUMENTS} d SET reminded_mark = due.mark, reminded_at = now(), sent_at = coalesce(d.sent_at, now()),
       updated_at = now()
     FROM due WHERE d.id = due.id RETURNING d.*
   ), noted AS (
     INSERT INTO ext_invoicing.document_events (document_id, kind, data)
     SELECT r.id, 'reminded', jsonb_build_object('delivered', c.user_id IS NOT NULL, 'mark', r.reminded_mark)
     FROM reminded r JOIN ext_invoicing.clients c ON c.id = r.client_id
   ) SELECT * FROM reminded`,
);
const OVERDUE = sql(
  'invoicing_overdue',
  `WITH due AS (${dueSql('NOT d.overdue_told')})
   UPDATE ${DOCUMENTS} d SET overdue_told = true FROM due WHERE d.id = due.id RETURNING d.*`,
);

/** Unpaid invoices that have come to a mark, in batches; they are noted as reminded. */
@AppProvider()
export class ReminderRepository extends EntityRepository<InvoiceDocument> {
  protected readonly entity = InvoiceDocument;

  /** The next owners with unpaid invoices, by id. */
  owners(after: string): Promise<{ id: string; is_installed: boolean }[]> {
    return this.rows(OWNERS, after);
  }

  remind(marks: Mark[]): Promise<InvoiceDocument[]> {
    return this.converted(REMIND, ...columnsOf(marks, 'owner_id', 'due_date', 'mark'));
  }

  noteOverdue(marks: Mark[]): Promise<InvoiceDocument[]> {
    return this.converted(OVERDUE, ...columnsOf(marks, 'owner_id', 'due_date', 'mark'));
  }
}
