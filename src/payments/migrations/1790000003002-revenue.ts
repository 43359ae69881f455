import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Revenue1790000003002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX payments_revenue ON payments.payments (completed_at) INCLUDE (amount, refunded_amount)
      WHERE status = 'completed' AND kind <> 'deposit' AND currency = 'usd'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payments.payments_revenue');
  }
}
