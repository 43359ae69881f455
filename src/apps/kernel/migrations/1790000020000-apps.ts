import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Apps1790000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA apps');
    await runner.query(`
      CREATE TABLE apps.installations (
        user_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
        app text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, app)
      )`);
    await runner.query(`
      CREATE TABLE apps.settings (
        user_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE,
        app text NOT NULL,
        values jsonb NOT NULL,
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, app)
      )`);
    // What somebody did in one app, newest first.
    await runner.query(`
      CREATE INDEX domain_events_of_app ON events.domain_events
        (actor_id, (split_part(type, '/', 1)), created_at DESC, id DESC) WHERE type LIKE '%/%'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX events.domain_events_of_app');
    await runner.query('DROP SCHEMA apps CASCADE');
  }
}
