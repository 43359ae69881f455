import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates only the schema; the resources have migrations of their own. */
export class CommunityBase1790000012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA community');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA community CASCADE');
  }
}
