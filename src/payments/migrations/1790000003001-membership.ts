import type { MigrationInterface, QueryRunner } from 'typeorm';

const kinds = (...names: string[]) => [
  'ALTER TABLE payments.payments DROP CONSTRAINT payments_kind_check',
  `ALTER TABLE payments.payments ADD CONSTRAINT payments_kind_check
   CHECK (kind IN (${names.map((name) => `'${name}'`).join(', ')}))`,
];

export class Membership1790000003001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of kinds('deposit', 'checkout', 'plan', 'membership')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM payments.payments WHERE kind = 'membership'`);
    for (const statement of kinds('deposit', 'checkout', 'plan')) await runner.query(statement);
  }
}
