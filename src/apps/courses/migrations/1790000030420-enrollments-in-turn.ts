import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For the jobs that go through all students of a course, batch by batch. */
export class EnrollmentsInTurn1790000030420 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX enrollments_in_turn ON ext_courses.enrollments (course_id, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX ext_courses.enrollments_in_turn');
  }
}
