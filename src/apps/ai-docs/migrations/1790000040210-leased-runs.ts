import { SqlMigration } from '../../../platform/database/sql-migration.js';

/** A run that waits has the time of its next try in a column of its own. */
export class LeasedRuns1790000040210 extends SqlMigration {
  protected readonly apply = [
    'ALTER TABLE ext_ai_docs.runs ADD lease_token uuid, ADD wake_at timestamptz(3)',
    `UPDATE ext_ai_docs.runs SET wake_at = lease_until, lease_until = NULL WHERE status = 'queued' AND lease_until IS NOT NULL`,
    `CREATE INDEX runs_due ON ext_ai_docs.runs (wake_at, created_at) WHERE status = 'queued'`,
  ];
  protected readonly revert = [
    `UPDATE ext_ai_docs.runs SET lease_until = wake_at WHERE status = 'queued'`,
    'ALTER TABLE ext_ai_docs.runs DROP lease_token, DROP wake_at',
  ];
}
