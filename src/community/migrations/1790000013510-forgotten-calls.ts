import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ForgottenCalls1790000013510 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX calls_active ON community.calls (created_at) WHERE status = 'active'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX community.calls_active');
  }
}
