import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const local = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`;

const TABLES = {
  reminders: 't.owner_id = $1',
  occurrences: 't.owner_id = $1',
  deliveries: 't.occurrence_id = ANY (ARRAY(SELECT id FROM ext_reminders.occurrences WHERE owner_id = $1))',
};
// Local times as the answers show them.
const SHOWN = {
  reminders: `to_jsonb(t) || jsonb_build_object('start_local', ${local('t.start_local')},
    'exdates', ARRAY(SELECT ${local('e')} FROM unnest(t.exdates) e ORDER BY e))`,
  occurrences: `to_jsonb(t) || jsonb_build_object('scheduled_local', ${local('t.scheduled_local')})`,
};

@AppProvider()
export class RemindersExport extends TableExport {
  protected readonly statements = exportStatements('reminders', TABLES, SHOWN);
}
