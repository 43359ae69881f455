import { SqlMigration } from '../../platform/database/sql-migration.js';

export class Revenue1790000003002 extends SqlMigration {
  protected readonly apply = [
    `
      CREATE INDEX payments_revenue ON payments.payments (completed_at) INCLUDE (amount, refunded_amount)
      WHERE status = 'completed' AND kind <> 'deposit' AND currency = 'usd'`,
  ];
  protected readonly revert = ['DROP INDEX payments.payments_revenue'];
}
