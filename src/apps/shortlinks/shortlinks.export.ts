import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OWN_LINKS = 'link_id IN (SELECT id FROM ext_shortlinks.links WHERE owner_id = $1)';

/** Figures of days, never who clicked or who reported. */
const TABLES: Record<string, string> = {
  links: 'owner_id = $1',
  retired_slugs: 'owner_id = $1',
  link_days: OWN_LINKS,
  link_day_values: OWN_LINKS,
};

const SHOWN = { links: `to_jsonb(t) - 'password_hash'` };

const STATEMENTS = exportStatements('shortlinks', TABLES, SHOWN);

@AppProvider()
export class ShortlinksExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
