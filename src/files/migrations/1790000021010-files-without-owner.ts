import { SqlMigration } from '../../platform/database/sql-migration.js';

/** A file that other users have paid for outlives the account of its owner. */
export class FilesWithoutOwner1790000021010 extends SqlMigration {
  protected readonly apply = ['ALTER TABLE files.files ALTER COLUMN owner_id DROP NOT NULL'];
  protected readonly revert = [
    'DELETE FROM files.files WHERE owner_id IS NULL',
    'ALTER TABLE files.files ALTER COLUMN owner_id SET NOT NULL',
  ];
}
