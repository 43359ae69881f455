import { SqlMigration } from '../../../platform/database/sql-migration.js';

const UP = [
  // A product that was bought stays for its buyers when the account of its seller is deleted.
  'ALTER TABLE ext_products.products ALTER COLUMN owner_id DROP NOT NULL',
  'ALTER TABLE ext_products.orders ALTER COLUMN seller_id DROP NOT NULL',
  `UPDATE ext_products.orders o SET seller_id = NULL
    WHERE NOT EXISTS (SELECT FROM account.users u WHERE u.id = o.seller_id)`,
  `ALTER TABLE ext_products.orders ADD CONSTRAINT orders_seller_id_fkey
    FOREIGN KEY (seller_id) REFERENCES account.users (id) ON DELETE SET NULL`,
  `CREATE INDEX orders_due_of_product ON ext_products.orders (product_id, expires_at) WHERE status = 'pending'`,
];

const DOWN = [
  'DROP INDEX ext_products.orders_due_of_product',
  'ALTER TABLE ext_products.orders DROP CONSTRAINT orders_seller_id_fkey',
  `UPDATE ext_products.orders SET seller_id = '00000000-0000-0000-0000-000000000000' WHERE seller_id IS NULL`,
  'ALTER TABLE ext_products.orders ALTER COLUMN seller_id SET NOT NULL',
  'DELETE FROM ext_products.products WHERE owner_id IS NULL',
  'ALTER TABLE ext_products.products ALTER COLUMN owner_id SET NOT NULL',
];

export class KeptPurchases1790000030120 extends SqlMigration {
  protected readonly apply = UP;
  protected readonly revert = DOWN;
}
