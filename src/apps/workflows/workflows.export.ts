import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OWN = 't.owner_id = $1';
const OF_OWN = 't.workflow_id = ANY (ARRAY(SELECT id FROM ext_workflows.workflows WHERE owner_id = $1))';
const TABLES = {
  workflows: OWN,
  workflow_versions: OF_OWN,
  event_triggers: OWN,
  waiting_events: OF_OWN,
  runs: OWN,
  run_steps: 't.run_id = ANY (ARRAY(SELECT id FROM ext_workflows.runs WHERE owner_id = $1))',
  secrets: OWN,
};
// Tokens and secrets are credentials: an export shows that they are there.
const SHOWN = {
  workflows: `to_jsonb(t) - 'hook_token' - 'old_hook_token'`,
  runs: `to_jsonb(t) - 'lease_token' - 'lease_until'`,
  secrets: `to_jsonb(t) - 'ciphertext' - 'key_id'`,
};

@AppProvider()
export class WorkflowsExport extends TableExport {
  protected readonly statements = exportStatements('workflows', TABLES, SHOWN);
}
