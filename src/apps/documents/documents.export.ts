import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OWN = 'owner_id = $1';
const OF_OWN_ITEMS = 'item_id IN (SELECT id FROM ext_documents.items WHERE owner_id = $1)';

const TABLES: Record<string, string> = {
  items: OWN,
  marks: 'user_id = $1',
  versions: OWN,
  texts: OF_OWN_ITEMS,
  uploads: OWN,
  access: 'owner_id = $1 OR user_id = $1',
  links: OWN,
  events: OWN,
  holds: OF_OWN_ITEMS,
  usage: OWN,
};

/** Without what opens a link, and without where bytes are stored. */
const SHOWN = {
  items: `to_jsonb(t) - 'search'`,
  texts: `to_jsonb(t) - 'tsv'`,
  uploads: `to_jsonb(t) - 'storage_key'`,
  links: `to_jsonb(t) - '{token_hash,password_hash}'::text[]`,
};

const STATEMENTS = exportStatements('documents', TABLES, SHOWN);

@AppProvider()
export class DocumentsExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
