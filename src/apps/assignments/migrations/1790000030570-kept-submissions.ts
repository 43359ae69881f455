import { SqlMigration } from '../../../platform/database/sql-migration.js';

const UP = [
  // An assignment that has submissions stays for its learners when the account of its teacher is deleted.
  'ALTER TABLE ext_assignments.assignments ALTER COLUMN owner_id DROP NOT NULL',
  `UPDATE ext_assignments.submissions s SET graded_by = NULL
    WHERE graded_by IS NOT NULL AND NOT EXISTS (SELECT FROM account.users u WHERE u.id = s.graded_by)`,
  `ALTER TABLE ext_assignments.submissions ADD CONSTRAINT submissions_graded_by_fkey
    FOREIGN KEY (graded_by) REFERENCES account.users (id) ON DELETE SET NULL`,
  'CREATE INDEX submissions_graded_by ON ext_assignments.submissions (graded_by)',
];

const DOWN = [
  'DROP INDEX ext_assignments.submissions_graded_by',
  'ALTER TABLE ext_assignments.submissions DROP CONSTRAINT submissions_graded_by_fkey',
  'DELETE FROM ext_assignments.assignments WHERE owner_id IS NULL',
  'ALTER TABLE ext_assignments.assignments ALTER COLUMN owner_id SET NOT NULL',
];

export class KeptSubmissions1790000030570 extends SqlMigration {
  protected readonly apply = UP;
  protected readonly revert = DOWN;
}
