import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const TABLES = ['projects', 'tasks', 'entries', 'invoice_batches', 'owner_state'];

/** All that a user owns. Sums are left out: they follow from the entries. */
const STATEMENTS = exportStatements(
  'timetracking',
  Object.fromEntries(TABLES.map((table) => [table, 'owner_id = $1'])),
);

@AppProvider()
export class TimetrackingExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
