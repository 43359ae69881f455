import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';

// Documents before clients, as payments and credit notes lock them.
const LOCK = sql(
  'invoicing_leave_lock',
  `SELECT id FROM ext_invoicing.documents WHERE owner_id = $1 AND status <> 'draft' ORDER BY id FOR NO KEY UPDATE`,
);
const LEAVE_DOCUMENTS = sql(
  'invoicing_leave_documents',
  `UPDATE ext_invoicing.documents SET owner_id = NULL WHERE owner_id = $1 AND status <> 'draft' RETURNING pdf_file_key`,
);
const LEAVE_CLIENTS = sql(
  'invoicing_leave_clients',
  `UPDATE ext_invoicing.clients c SET owner_id = NULL, notes = NULL
   WHERE c.owner_id = $1 AND EXISTS
     (SELECT FROM ext_invoicing.documents d WHERE d.client_id = c.id AND d.owner_id IS NULL)`,
);
const LEAVE_PAYMENTS = sql(
  'invoicing_leave_payments',
  `UPDATE ext_invoicing.invoice_payments SET owner_id = NULL, checkout_url = NULL, note = NULL WHERE owner_id = $1`,
);
const LEAVE_CREDIT = sql(
  'invoicing_leave_credit',
  'UPDATE ext_invoicing.credit_entries SET owner_id = NULL WHERE owner_id = $1',
);

/** What stays of owners whose accounts are deleted. */
@AppProvider()
export class AccountDeletionRepository extends BaseRepository {
  /**
   * Issued documents stay without an owner, with their clients, payments and credit; the rest goes with the account. Returns
   * the stored PDFs.
   */
  async leaveIssued(ownerId: string): Promise<string[]> {
    await this.rows(LOCK, ownerId);
    const documents = await this.rows<{ pdf_file_key: string | null }>(LEAVE_DOCUMENTS, ownerId);
    await this.count(LEAVE_CLIENTS, ownerId);
    await this.count(LEAVE_PAYMENTS, ownerId);
    await this.count(LEAVE_CREDIT, ownerId);
    return documents.flatMap(({ pdf_file_key }) => pdf_file_key ?? []);
  }
}
