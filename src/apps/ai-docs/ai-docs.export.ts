import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OWN = 'owner_id = $1';

const STATEMENTS = exportStatements(
  'ai-docs',
  { docs: OWN, revisions: OWN, chunks: OWN, runs: OWN },
  {
    docs: `to_jsonb(t) - '{title_tsv,import_key}'::text[]`,
    chunks: `to_jsonb(t) - 'tsv'`,
    runs: `to_jsonb(t) - '{state,lease_token}'::text[]`,
  },
);

@AppProvider()
export class AiDocsExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
