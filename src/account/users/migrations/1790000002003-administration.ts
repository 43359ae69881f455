import { SqlMigration } from '../../../platform/database/sql-migration.js';

export class Administration1790000002003 extends SqlMigration {
  protected readonly apply = [
    `CREATE INDEX users_with_role ON account.users (role, created_at, id) WHERE role <> 'user'`,
    `CREATE INDEX users_shut_out ON account.users (user_status, created_at, id) WHERE user_status <> 'active'`,
  ];
  protected readonly revert = ['DROP INDEX account.users_with_role, account.users_shut_out'];
}
