import { SqlMigration } from '../../../platform/database/sql-migration.js';

export class RefreshKeys1790000002004 extends SqlMigration {
  protected readonly apply = [
    `
      CREATE TABLE account.refresh_keys (
        session_id uuid NOT NULL REFERENCES account.sessions ON DELETE CASCADE,
        counter integer NOT NULL,
        key_hash bytea NOT NULL,
        answered_counter integer NOT NULL,
        answered_at timestamptz(3) NOT NULL,
        PRIMARY KEY (session_id, counter, key_hash)
      )`,
  ];
  protected readonly revert = ['DROP TABLE account.refresh_keys'];
}
