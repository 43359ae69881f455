import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FileSlots1790000021500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files.files ADD slot text');
    await runner.query('CREATE UNIQUE INDEX files_slot ON files.files (owner_id, slot) WHERE slot IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files.files DROP slot');
  }
}
