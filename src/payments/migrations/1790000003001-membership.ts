import { SqlMigration } from '../../platform/database/sql-migration.js';

const kinds = (...names: string[]) => [
  'ALTER TABLE payments.payments DROP CONSTRAINT payments_kind_check',
  `ALTER TABLE payments.payments ADD CONSTRAINT payments_kind_check
   CHECK (kind IN (${names.map((name) => `'${name}'`).join(', ')}))`,
];

export class Membership1790000003001 extends SqlMigration {
  protected readonly apply = kinds('deposit', 'checkout', 'plan', 'membership');
  protected readonly revert = [
    `DELETE FROM payments.payments WHERE kind = 'membership'`,
    ...kinds('deposit', 'checkout', 'plan'),
  ];
}
