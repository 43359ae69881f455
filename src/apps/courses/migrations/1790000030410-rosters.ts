import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Rosters1790000030410 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX enrollments_newest ON ext_courses.enrollments (course_id, created_at DESC, id DESC)`,
    );
    await runner.query(
      `CREATE INDEX enrollments_progress ON ext_courses.enrollments (course_id, progress_percent DESC, id DESC)`,
    );
    await runner.query(`CREATE INDEX enrollments_activity ON ext_courses.enrollments
      (course_id, coalesce(last_activity_at, created_at) DESC, id DESC)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ext_courses.enrollments_newest');
    await runner.query('DROP INDEX ext_courses.enrollments_progress');
    await runner.query('DROP INDEX ext_courses.enrollments_activity');
  }
}
