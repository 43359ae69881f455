import { SqlMigration } from '../../../platform/database/sql-migration.js';

const DROP = 'DROP INDEX ext_timetracking.entries_of_owner';
const index = (more: string) =>
  `CREATE INDEX entries_of_owner ON ext_timetracking.entries (owner_id, started_at, id)${more}`;

/** Reports and statistics read an index alone: the entries of an owner lie among those of all others. */
export class CoveringEntries1790000040330 extends SqlMigration {
  protected readonly apply = [
    DROP,
    index(' INCLUDE (ended_at, seconds, local_date, project_id, task_id, billable, rate_minor, currency)'),
  ];
  protected readonly revert = [DROP, index('')];
}
