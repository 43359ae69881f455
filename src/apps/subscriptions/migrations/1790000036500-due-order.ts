import { SqlMigration } from '../../../platform/database/sql-migration.js';

const index = (columns: string) =>
  `CREATE INDEX charges_due ON ext_subscriptions.charges (${columns}) WHERE status = 'open'`;
const DROP = 'DROP INDEX ext_subscriptions.charges_due';

/** The reminders continue after the last charge, of which many may be due at the same moment. */
export class DueOrder1790000036500 extends SqlMigration {
  protected readonly apply = [DROP, index('due_at, id')];
  protected readonly revert = [DROP, index('due_at')];
}
