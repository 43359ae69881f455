import { SqlMigration } from '../../../platform/database/sql-migration.js';

/** Open days of sites with many events are counted before they are over (decision 0037). */
export class CountedUntil1790000040600 extends SqlMigration {
  protected readonly apply = ['ALTER TABLE ext_analytics.sites ADD COLUMN counted_until timestamptz(3)'];
  protected readonly revert = [
    `DELETE FROM ext_analytics.site_day_values d USING ext_analytics.sites r
     WHERE r.id = d.site_id AND (r.rolled_through IS NULL OR d.day > r.rolled_through)`,
    'ALTER TABLE ext_analytics.sites DROP COLUMN counted_until',
  ];
}
