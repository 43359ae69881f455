import { SqlMigration } from '../../../platform/database/sql-migration.js';

/** For the copy of what somebody has. */
export class RetiredSlugsOfOwner1790000030210 extends SqlMigration {
  protected readonly apply = ['CREATE INDEX retired_slugs_of_owner ON ext_shortlinks.retired_slugs (owner_id)'];
  protected readonly revert = ['DROP INDEX ext_shortlinks.retired_slugs_of_owner'];
}
