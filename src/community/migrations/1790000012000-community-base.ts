import { SqlMigration } from '../../platform/database/sql-migration.js';

/** Creates only the schema; the resources have migrations of their own. */
export class CommunityBase1790000012000 extends SqlMigration {
  protected readonly apply = ['CREATE SCHEMA community'];
  protected readonly revert = ['DROP SCHEMA community CASCADE'];
}
