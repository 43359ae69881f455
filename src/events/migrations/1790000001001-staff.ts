import { SqlMigration } from '../../platform/database/sql-migration.js';

export class Staff1790000001001 extends SqlMigration {
  protected readonly apply = [
    'ALTER TABLE events.domain_events ADD staff boolean NOT NULL DEFAULT false',
    'CREATE INDEX domain_events_audit ON events.domain_events (created_at, id) WHERE staff',
    'CREATE INDEX domain_events_audit_by_actor ON events.domain_events (actor_id, created_at, id) WHERE staff',
    'CREATE INDEX domain_events_audit_by_type ON events.domain_events (type, created_at, id) WHERE staff',
  ];
  protected readonly revert = ['ALTER TABLE events.domain_events DROP staff'];
}
