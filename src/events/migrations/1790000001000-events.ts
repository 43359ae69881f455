import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Events1790000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA events');
    await runner.query(`
      CREATE TABLE events.domain_events (
        id uuid NOT NULL DEFAULT platform.uuid_v7(),
        type text NOT NULL,
        actor_id uuid,
        data jsonb NOT NULL,
        depth smallint NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (id)
      )`);
    await runner.query('CREATE INDEX domain_events_by_type ON events.domain_events (type, created_at)');
    await runner.query('CREATE INDEX domain_events_by_actor ON events.domain_events (actor_id, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA events CASCADE');
  }
}
