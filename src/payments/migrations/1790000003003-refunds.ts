import { SqlMigration } from '../../platform/database/sql-migration.js';

export class Refunds1790000003003 extends SqlMigration {
  protected readonly apply = [
    `
      CREATE TABLE payments.refunds (
        id uuid PRIMARY KEY DEFAULT platform.uuid_v7(),
        payment_id uuid NOT NULL,
        amount bigint,
        status text NOT NULL DEFAULT 'pending',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT refunds_status_check CHECK (status IN ('pending', 'done', 'refused')),
        CONSTRAINT refunds_amount_check CHECK (amount > 0)
      )`,
    'CREATE INDEX refunds_of_payment ON payments.refunds (payment_id)',
    `CREATE INDEX refunds_pending ON payments.refunds (created_at) WHERE status = 'pending'`,
  ];
  protected readonly revert = ['DROP TABLE payments.refunds'];
}
