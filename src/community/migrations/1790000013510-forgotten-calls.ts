import { SqlMigration } from '../../platform/database/sql-migration.js';

export class ForgottenCalls1790000013510 extends SqlMigration {
  protected readonly apply = [`CREATE INDEX calls_active ON community.calls (created_at) WHERE status = 'active'`];
  protected readonly revert = ['DROP INDEX community.calls_active'];
}
