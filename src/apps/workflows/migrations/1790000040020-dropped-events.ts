import { SqlMigration } from '../../../platform/database/sql-migration.js';

/** Events of which too many wait already. */
export class DroppedEvents1790000040020 extends SqlMigration {
  protected readonly apply = [
    'ALTER TABLE ext_workflows.waiting_events ADD dropped boolean NOT NULL DEFAULT false',
    'CREATE INDEX waiting_events_dropped ON ext_workflows.waiting_events (event_id) WHERE dropped',
  ];
  protected readonly revert = [
    'DELETE FROM ext_workflows.waiting_events WHERE dropped',
    'ALTER TABLE ext_workflows.waiting_events DROP dropped',
  ];
}
