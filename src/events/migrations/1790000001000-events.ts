import { SqlMigration } from '../../platform/database/sql-migration.js';

export class Events1790000001000 extends SqlMigration {
  protected readonly apply = [
    'CREATE SCHEMA events',
    `
      CREATE TABLE events.domain_events (
        id uuid NOT NULL DEFAULT platform.uuid_v7(),
        type text NOT NULL,
        actor_id uuid,
        data jsonb NOT NULL,
        depth smallint NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (id)
      )`,
    'CREATE INDEX domain_events_by_type ON events.domain_events (type, created_at)',
    'CREATE INDEX domain_events_by_actor ON events.domain_events (actor_id, created_at)',
  ];
  protected readonly revert = ['DROP SCHEMA events CASCADE'];
}
