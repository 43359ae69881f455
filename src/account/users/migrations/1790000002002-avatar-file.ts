import { SqlMigration } from '../../../platform/database/sql-migration.js';

export class AvatarFile1790000002002 extends SqlMigration {
  protected readonly apply = ['ALTER TABLE account.users ADD avatar_file_id uuid'];
  protected readonly revert = ['ALTER TABLE account.users DROP avatar_file_id'];
}
