import { SqlMigration } from '../../../platform/database/sql-migration.js';

/** Exports become files. Those of the last day were stored in the table and have to be requested again. */
const STATEMENTS = [
  'DELETE FROM account.exports',
  `ALTER TABLE account.exports
    DROP content,
    ADD attempts integer NOT NULL DEFAULT 0,
    ADD failure text CHECK (failure IN ('too_large', 'failed'))`,
];
const BACK = [
  'DELETE FROM account.exports',
  'ALTER TABLE account.exports DROP attempts, DROP failure, ADD content jsonb',
];

export class ExportsAsFiles1790000002500 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = BACK;
}
