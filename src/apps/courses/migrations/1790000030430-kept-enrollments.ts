import { SqlMigration } from '../../../platform/database/sql-migration.js';

const UP = [
  // A course that has students stays for them when the account of its teacher is deleted.
  'ALTER TABLE ext_courses.courses ALTER COLUMN owner_id DROP NOT NULL',
  'ALTER TABLE ext_courses.orders ALTER COLUMN seller_id DROP NOT NULL',
  `UPDATE ext_courses.orders o SET seller_id = NULL
    WHERE NOT EXISTS (SELECT FROM account.users u WHERE u.id = o.seller_id)`,
  `ALTER TABLE ext_courses.orders ADD CONSTRAINT orders_seller_id_fkey
    FOREIGN KEY (seller_id) REFERENCES account.users (id) ON DELETE SET NULL`,
  `CREATE INDEX orders_due_of_course ON ext_courses.orders (course_id, expires_at) WHERE status = 'pending'`,
];

const DOWN = [
  'DROP INDEX ext_courses.orders_due_of_course',
  'ALTER TABLE ext_courses.orders DROP CONSTRAINT orders_seller_id_fkey',
  `UPDATE ext_courses.orders SET seller_id = '00000000-0000-0000-0000-000000000000' WHERE seller_id IS NULL`,
  'ALTER TABLE ext_courses.orders ALTER COLUMN seller_id SET NOT NULL',
  'DELETE FROM ext_courses.courses WHERE owner_id IS NULL',
  'ALTER TABLE ext_courses.courses ALTER COLUMN owner_id SET NOT NULL',
];

export class KeptEnrollments1790000030430 extends SqlMigration {
  protected readonly apply = UP;
  protected readonly revert = DOWN;
}
