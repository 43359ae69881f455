import { SqlMigration } from '../../../platform/database/sql-migration.js';

export class Apps1790000020000 extends SqlMigration {
  protected readonly apply = [
    'CREATE SCHEMA apps',
    `
      CREATE TABLE apps.installations (
        user_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
        app text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, app)
      )`,
    `
      CREATE TABLE apps.settings (
        user_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
        app text NOT NULL,
        values jsonb NOT NULL,
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, app)
      )`, // What somebody did in one app, newest first.
    `
      CREATE INDEX domain_events_of_app ON events.domain_events
        (actor_id, (split_part(type, '/', 1)), created_at DESC, id DESC) WHERE type LIKE '%/%'`,
  ];
  protected readonly revert = ['DROP INDEX events.domain_events_of_app', 'DROP SCHEMA apps CASCADE'];
}
