import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AvatarFile1790000002002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account.users ADD avatar_file_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account.users DROP avatar_file_id');
  }
}
