import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where the epoch of a stream began: what was said up to there can only be read by GET. */
export class Renewals1790000013010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE realtime.heads ADD COLUMN renewed_seq bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE realtime.heads DROP COLUMN renewed_seq');
  }
}
