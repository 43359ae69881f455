import { SqlMigration } from '../../../platform/database/sql-migration.js';

export class SubscriptionFields1790000002001 extends SqlMigration {
  protected readonly apply = [
    `
      ALTER TABLE account.users ADD subscription_plan text, ADD subscription_status text,
        ADD subscription_expires_at timestamptz(3)`,
  ];
  protected readonly revert = [
    `
      ALTER TABLE account.users DROP subscription_plan, DROP subscription_status, DROP subscription_expires_at`,
  ];
}
