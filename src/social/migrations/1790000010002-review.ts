import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Review1790000010002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX posts_unpublished ON social.posts (status, created_at, id) WHERE status <> 'published'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX social.posts_unpublished');
  }
}
