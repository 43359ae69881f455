import { SqlMigration } from '../../platform/database/sql-migration.js';

/** Indexes of the admins' lists by status; the public list of active jobs uses the new index as well. */
export class ListingQueues1790000007001 extends SqlMigration {
  protected readonly apply = [
    'CREATE INDEX ads_by_status ON listings.ads (status, created_at, id)',
    'CREATE INDEX jobs_by_status ON listings.jobs (status, created_at, id)',
    'DROP INDEX listings.jobs_active',
  ];
  protected readonly revert = [
    `CREATE INDEX jobs_active ON listings.jobs (created_at, id) WHERE status = 'active'`,
    'DROP INDEX listings.jobs_by_status',
    'DROP INDEX listings.ads_by_status',
  ];
}
