import { AppProvider } from '../kernel/app-provider.js';
import { sql } from '../../platform/database/sql.js';
import { rowsOf } from '../../platform/exports/export-node.js';
import type { Exported } from '../kernel/exports/app-export.js';
import { OCCURRENCE } from './occurrences/occurrence.repository.js';
import { REMINDER } from './reminder.repository.js';

// Local times as what they say, which a client of the database would read as those of its own zone.
const REMINDERS = sql(
  'reminders_export',
  `SELECT ${REMINDER} FROM ext_reminders.reminders r WHERE owner_id = $1 ORDER BY r.id`,
);
const OCCURRENCES = sql(
  'reminders_export_occurrences',
  `SELECT ${OCCURRENCE} FROM ext_reminders.occurrences o WHERE owner_id = $1 ORDER BY o.due_at, o.id`,
);
const DELIVERIES = sql(
  'reminders_export_deliveries',
  `SELECT d.* FROM ext_reminders.deliveries d JOIN ext_reminders.occurrences o ON o.id = d.occurrence_id
   WHERE o.owner_id = $1 ORDER BY d.id`,
);

@AppProvider()
export class ExportRepository {
  all(ownerId: string): Exported {
    return {
      reminders: rowsOf(REMINDERS, [ownerId]),
      occurrences: rowsOf(OCCURRENCES, [ownerId]),
      deliveries: rowsOf(DELIVERIES, [ownerId]),
    };
  }
}
