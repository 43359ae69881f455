import { SqlMigration } from '../../../platform/database/sql-migration.js';

export class RunningExports1790000020500 extends SqlMigration {
  protected readonly apply = [
    `CREATE TABLE apps.running_exports (
      user_id uuid NOT NULL REFERENCES account.users ON DELETE CASCADE,
      holder uuid NOT NULL,
      lapses_at timestamptz(3) NOT NULL,
      PRIMARY KEY (user_id)
    )`,
  ];
  protected readonly revert = ['DROP TABLE apps.running_exports'];
}
