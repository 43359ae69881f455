import { SqlMigration } from '../../../platform/database/sql-migration.js';

export class InboxOrder1790000039960 extends SqlMigration {
  protected readonly apply = [
    'CREATE INDEX signers_inbox ON ext_esignatures.signers (user_id, created_at, envelope_id)',
  ];
  protected readonly revert = ['DROP INDEX ext_esignatures.signers_inbox'];
}
