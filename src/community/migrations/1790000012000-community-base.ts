import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The schema alone: each resource has a migration of its own. */
export class CommunityBase1790000012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA community');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA community CASCADE');
  }
}
