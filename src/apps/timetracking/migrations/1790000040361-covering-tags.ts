import { SqlMigration } from '../../../platform/database/sql-migration.js';

const DROP = 'DROP INDEX ext_timetracking.entries_of_owner';
const index = (more: string) =>
  `CREATE INDEX entries_of_owner ON ext_timetracking.entries (owner_id, started_at, id) INCLUDE (ended_at, seconds, local_date,
    project_id, task_id, billable, rate_minor, currency${more})`;

/** Reports by tags read the index alone as well. */
export class CoveringTags1790000040361 extends SqlMigration {
  protected readonly apply = [DROP, index(', tags')];
  protected readonly revert = [DROP, index('')];
}
