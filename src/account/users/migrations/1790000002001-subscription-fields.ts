import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SubscriptionFields1790000002001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE account.users ADD subscription_plan text, ADD subscription_status text,
        ADD subscription_expires_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE account.users DROP subscription_plan, DROP subscription_status, DROP subscription_expires_at`);
  }
}
