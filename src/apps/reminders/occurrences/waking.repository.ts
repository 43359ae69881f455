import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { REMINDER, type ReminderRow } from '../reminder.repository.js';
import { IS_OPEN, OCCURRENCE, type OccurrenceRow } from './occurrence.repository.js';

const LOCK = sql(
  'reminders_waking_lock',
  `SELECT r.id FROM ext_reminders.reminders r WHERE r.id IN (
     SELECT o.reminder_id FROM ext_reminders.occurrences o WHERE o.wakes_at <= now() ORDER BY o.wakes_at LIMIT $1
   ) FOR NO KEY UPDATE SKIP LOCKED`,
);
// Read when they are locked: somebody may have been at them in between.
const REMINDERS = sql(
  'reminders_waking_reminders',
  `SELECT ${REMINDER}, now() AS now FROM ext_reminders.reminders r WHERE r.id = ANY ($1::uuid[])`,
);
const OPEN = sql(
  'reminders_waking_open',
  `SELECT ${OCCURRENCE} FROM ext_reminders.occurrences o
   WHERE o.reminder_id = ANY ($1::uuid[]) AND ${IS_OPEN} AND o.wakes_at <= now()`,
);

export interface Waking {
  reminder: ReminderRow;
  open: OccurrenceRow;
  now: Date;
}

/** The reminders of which something changes by itself now, each to one worker. */
@AppProvider()
export class WakingRepository extends BaseRepository {
  async take(limit: number): Promise<Waking[]> {
    const ids = (await this.rows<{ id: string }>(LOCK, limit)).map(({ id }) => id);
    if (!ids.length) return [];
    const reminders = await this.rows<ReminderRow & { now: Date }>(REMINDERS, ids);
    const byId = new Map(reminders.map(({ now, ...reminder }) => [reminder.id, { reminder, now }]));
    const open = await this.rows<OccurrenceRow>(OPEN, ids);
    return open.map((one) => ({
      open: one,
      ...(byId.get(one.reminder_id) as { reminder: ReminderRow; now: Date }),
    }));
  }
}
