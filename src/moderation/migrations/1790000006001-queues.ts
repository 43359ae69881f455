import { SqlMigration } from '../../platform/database/sql-migration.js';

const NEWEST = ['reports', 'authorship_requests', 'blacklist', 'censors'];

/** Indexes for the queues of staff, newest first. */
export class ModerationQueues1790000006001 extends SqlMigration {
  protected readonly apply = NEWEST.map(
    (table) => `CREATE INDEX ${table}_newest ON moderation.${table} (created_at, id)`,
  );
  protected readonly revert = NEWEST.map((table) => `DROP INDEX moderation.${table}_newest`);
}
