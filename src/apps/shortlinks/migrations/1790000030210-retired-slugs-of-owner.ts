import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the copy of what somebody has. */
export class RetiredSlugsOfOwner1790000030210 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX retired_slugs_of_owner ON ext_shortlinks.retired_slugs (owner_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ext_shortlinks.retired_slugs_of_owner');
  }
}
