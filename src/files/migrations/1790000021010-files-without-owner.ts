import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A file that other users have paid for outlives the account of its owner. */
export class FilesWithoutOwner1790000021010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files.files ALTER COLUMN owner_id DROP NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM files.files WHERE owner_id IS NULL');
    await runner.query('ALTER TABLE files.files ALTER COLUMN owner_id SET NOT NULL');
  }
}
