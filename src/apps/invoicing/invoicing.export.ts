import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OWN = 'owner_id = $1';
const OF_DOCUMENTS = `document_id = ANY (ARRAY(SELECT id FROM ext_invoicing.documents WHERE ${OWN}))`;

/** All that an owner has, with the lines and events of their documents. Sums are left out: they follow from the documents. */
const TABLES: Record<string, string> = {
  tax_rates: OWN,
  clients: OWN,
  items: OWN,
  recurring_invoices: OWN,
  documents: OWN,
  document_lines: OF_DOCUMENTS,
  number_counters: OWN,
  invoice_payments: OWN,
  credit_entries: OWN,
  document_events: OF_DOCUMENTS,
};

const STATEMENTS = exportStatements('invoicing', TABLES, { documents: `to_jsonb(t) - 'pdf_file_key'` });

@AppProvider()
export class InvoicingExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
