import { SqlMigration } from '../../../platform/database/sql-migration.js';

const index = (columns: string) =>
  `CREATE INDEX charges_due_of_seller ON ext_subscriptions.charges (seller_id, due_at)${columns} WHERE kind = 'renewal'`;
const DROP = 'DROP INDEX ext_subscriptions.charges_due_of_seller';

/** How many renewals were paid is read from the index alone. */
export class RenewalFigures1790000036100 extends SqlMigration {
  protected readonly apply = [DROP, index(' INCLUDE (status, paid_at)')];
  protected readonly revert = [DROP, index('')];
}
