import type { MigrationInterface, QueryRunner } from 'typeorm';

const NEWEST = ['reports', 'authorship_requests', 'blacklist', 'censors'];

/** Indexes for the queues of staff, newest first. */
export class ModerationQueues1790000006001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of NEWEST) {
      await runner.query(`CREATE INDEX ${table}_newest ON moderation.${table} (created_at, id)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of NEWEST) await runner.query(`DROP INDEX moderation.${table}_newest`);
  }
}
