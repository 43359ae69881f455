import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Staff1790000001001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events.domain_events ADD staff boolean NOT NULL DEFAULT false');
    await runner.query('CREATE INDEX domain_events_audit ON events.domain_events (created_at, id) WHERE staff');
    await runner.query(
      'CREATE INDEX domain_events_audit_by_actor ON events.domain_events (actor_id, created_at, id) WHERE staff',
    );
    await runner.query(
      'CREATE INDEX domain_events_audit_by_type ON events.domain_events (type, created_at, id) WHERE staff',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events.domain_events DROP staff');
  }
}
