import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OperationId1790000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE platform.idempotent_answers ADD operation_id uuid NOT NULL DEFAULT platform.uuid_v7()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE platform.idempotent_answers DROP operation_id');
  }
}
