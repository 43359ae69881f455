import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebEvents1790000022000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE platform.web_event_salts (day date NOT NULL PRIMARY KEY, salt bytea NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE platform.web_event_salts');
  }
}
