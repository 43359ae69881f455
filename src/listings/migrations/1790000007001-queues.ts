import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of the admins' lists by status; the public list of active jobs uses the new index as well. */
export class ListingQueues1790000007001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX ads_by_status ON listings.ads (status, created_at, id)');
    await runner.query('CREATE INDEX jobs_by_status ON listings.jobs (status, created_at, id)');
    await runner.query('DROP INDEX listings.jobs_active');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX jobs_active ON listings.jobs (created_at, id) WHERE status = 'active'`);
    await runner.query('DROP INDEX listings.jobs_by_status');
    await runner.query('DROP INDEX listings.ads_by_status');
  }
}
