import { SqlMigration } from '../../../platform/database/sql-migration.js';

/** For the jobs that go through all students of a course, batch by batch. */
export class EnrollmentsInTurn1790000030420 extends SqlMigration {
  protected readonly apply = ['CREATE INDEX enrollments_in_turn ON ext_courses.enrollments (course_id, id)'];
  protected readonly revert = ['DROP INDEX ext_courses.enrollments_in_turn'];
}
