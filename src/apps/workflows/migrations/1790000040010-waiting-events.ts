import { SqlMigration } from '../../../platform/database/sql-migration.js';

/** Events that met a full queue. */
export class WaitingEvents1790000040010 extends SqlMigration {
  protected readonly apply = [
    `CREATE TABLE ext_workflows.waiting_events (
      id uuid PRIMARY KEY DEFAULT platform.uuid_v7(),
      workflow_id uuid NOT NULL REFERENCES ext_workflows.workflows (id) ON DELETE CASCADE,
      event_id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (workflow_id, event_id)
    )`,
  ];
  protected readonly revert = ['DROP TABLE ext_workflows.waiting_events'];
}
