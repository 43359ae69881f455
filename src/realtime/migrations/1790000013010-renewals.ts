import { SqlMigration } from '../../platform/database/sql-migration.js';

/** Adds the position where the epoch of a stream began. The state before it can only be read by GET. */
export class Renewals1790000013010 extends SqlMigration {
  protected readonly apply = ['ALTER TABLE realtime.heads ADD COLUMN renewed_seq bigint NOT NULL DEFAULT 0'];
  protected readonly revert = ['ALTER TABLE realtime.heads DROP COLUMN renewed_seq'];
}
