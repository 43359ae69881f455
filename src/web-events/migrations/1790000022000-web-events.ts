import { SqlMigration } from '../../platform/database/sql-migration.js';

export class WebEvents1790000022000 extends SqlMigration {
  protected readonly apply = [
    'CREATE TABLE platform.web_event_salts (day date NOT NULL PRIMARY KEY, salt bytea NOT NULL)',
  ];
  protected readonly revert = ['DROP TABLE platform.web_event_salts'];
}
