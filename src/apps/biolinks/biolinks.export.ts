import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OWN_PAGES = 'page_id IN (SELECT id FROM ext_biolinks.pages WHERE owner_id = $1)';

/** Figures of days, never the events of visitors. */
const TABLES: Record<string, string> = {
  pages: 'owner_id = $1',
  page_handles: 'owner_id = $1',
  blocks: OWN_PAGES,
  contacts: 'owner_id = $1',
  page_days: OWN_PAGES,
  block_days: OWN_PAGES,
  page_day_values: OWN_PAGES,
};

const STATEMENTS = exportStatements('biolinks', TABLES);

@AppProvider()
export class BiolinksExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
