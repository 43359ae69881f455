import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the position where the epoch of a stream began. The state before it can only be read by GET. */
export class Renewals1790000013010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE realtime.heads ADD COLUMN renewed_seq bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE realtime.heads DROP COLUMN renewed_seq');
  }
}
