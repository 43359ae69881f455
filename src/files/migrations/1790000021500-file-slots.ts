import { SqlMigration } from '../../platform/database/sql-migration.js';

export class FileSlots1790000021500 extends SqlMigration {
  protected readonly apply = [
    'ALTER TABLE files.files ADD slot text',
    'CREATE UNIQUE INDEX files_slot ON files.files (owner_id, slot) WHERE slot IS NOT NULL',
  ];
  protected readonly revert = ['ALTER TABLE files.files DROP slot'];
}
