import { SqlMigration } from '../../../platform/database/sql-migration.js';

export class FlaggedProducts1790000030110 extends SqlMigration {
  protected readonly apply = ['ALTER TABLE ext_products.products ADD COLUMN flagged boolean NOT NULL DEFAULT false'];
  protected readonly revert = ['ALTER TABLE ext_products.products DROP COLUMN flagged'];
}
