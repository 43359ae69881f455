import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FlaggedProducts1790000030110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ext_products.products ADD COLUMN flagged boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ext_products.products DROP COLUMN flagged');
  }
}
