import { SqlMigration } from '../../../platform/database/sql-migration.js';

export class Rosters1790000030410 extends SqlMigration {
  protected readonly apply = [
    `CREATE INDEX enrollments_newest ON ext_courses.enrollments (course_id, created_at DESC, id DESC)`,
    `CREATE INDEX enrollments_progress ON ext_courses.enrollments (course_id, progress_percent DESC, id DESC)`,
    `CREATE INDEX enrollments_activity ON ext_courses.enrollments
      (course_id, coalesce(last_activity_at, created_at) DESC, id DESC)`,
  ];
  protected readonly revert = [
    'DROP INDEX ext_courses.enrollments_newest',
    'DROP INDEX ext_courses.enrollments_progress',
    'DROP INDEX ext_courses.enrollments_activity',
  ];
}
