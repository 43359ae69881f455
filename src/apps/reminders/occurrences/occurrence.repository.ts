import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { ReminderOccurrence } from '../entities/reminder.entity.js';
import { local } from '../reminder.repository.js';

export const OCCURRENCE = `o.id, o.reminder_id, o.owner_id, ${local('o.scheduled_local')} AS scheduled_local, o.due_at,
  o.status, o.snoozed_until, o.fired_at, o.completed_at, o.nags_sent, o.number, o.wakes_at, o.created_at`;
export const IS_OPEN = `o.status IN ('upcoming', 'due', 'snoozed')`;
/** The open one of each reminder `r`, which has no second: read by its index, however many reminders there are. */
export const OPEN_OF_EACH = `LEFT JOIN LATERAL (
    SELECT * FROM ext_reminders.occurrences o WHERE o.reminder_id = r.id AND ${IS_OPEN} LIMIT 1
  ) o ON true`;
const FIELDS = 'status, snoozed_until, fired_at, completed_at, nags_sent, wakes_at';

/**
 * A time of the wall clock may come a second time: in the hour that clocks show twice, and where something was done
 * before its time and comes back. It is a millisecond later then, which nobody sees.
 */
const ADD = sql(
  'reminders_occurrences_add',
  `INSERT INTO ext_reminders.occurrences AS o
     (id, reminder_id, owner_id, scheduled_local, due_at, status, fired_at, wakes_at, number)
   SELECT n.id, n.reminder_id, n.owner_id,
     coalesce((
       SELECT max(taken.scheduled_local) + interval '1 millisecond' FROM ext_reminders.occurrences taken
       WHERE taken.reminder_id = n.reminder_id AND taken.scheduled_local >= n.scheduled_local
         AND taken.scheduled_local < n.scheduled_local + interval '1 second'
     ), n.scheduled_local) + interval '1 millisecond' * (
       row_number() OVER (PARTITION BY n.reminder_id, n.scheduled_local ORDER BY n.due_at, n.id) - 1),
     n.due_at, n.status, n.fired_at, n.wakes_at, n.number
   FROM jsonb_to_recordset($1::jsonb) n (id uuid, reminder_id uuid, owner_id uuid, scheduled_local timestamp,
     due_at timestamptz, status text, fired_at timestamptz, wakes_at timestamptz, number int)
   RETURNING ${OCCURRENCE}`,
);
const CHANGE = sql(
  'reminders_occurrence_change',
  `UPDATE ext_reminders.occurrences o SET (${FIELDS}) =
     (SELECT ${FIELDS} FROM jsonb_populate_record(o, $2::jsonb))
   WHERE id = $1 RETURNING ${OCCURRENCE}`,
);
const CHANGE_MANY = sql(
  'reminders_occurrences_change',
  `UPDATE ext_reminders.occurrences o SET status = c.status, wakes_at = c.wakes_at,
     fired_at = coalesce(o.fired_at, c.fired_at)
   FROM jsonb_to_recordset($1::jsonb) c (id uuid, status text, wakes_at timestamptz, fired_at timestamptz)
   WHERE o.id = c.id`,
);
const REMOVE = sql('reminders_occurrence_remove', 'DELETE FROM ext_reminders.occurrences WHERE id = $1');
const OPEN = sql(
  'reminders_occurrence_open',
  `SELECT ${OCCURRENCE} FROM ext_reminders.occurrences o WHERE reminder_id = $1 AND ${IS_OPEN}`,
);
const BY_ID = sql(
  'reminders_occurrence_by_id',
  `SELECT ${OCCURRENCE} FROM ext_reminders.occurrences o WHERE id = $1 AND reminder_id = $2`,
);
const LAST = sql(
  'reminders_occurrence_last',
  `SELECT ${OCCURRENCE} FROM ext_reminders.occurrences o WHERE reminder_id = $1
   ORDER BY o.scheduled_local DESC LIMIT 1`,
);
const LAST_COMPLETED = sql(
  'reminders_occurrence_last_completed',
  `SELECT ${OCCURRENCE} FROM ext_reminders.occurrences o WHERE reminder_id = $1 AND status = 'completed'
   ORDER BY completed_at DESC, o.scheduled_local DESC LIMIT 1`,
);
const HISTORY = sql(
  'reminders_occurrence_history',
  `SELECT ${OCCURRENCE} FROM ext_reminders.occurrences o WHERE reminder_id = $1 AND NOT ${IS_OPEN}
   ORDER BY o.scheduled_local DESC LIMIT $2`,
);
const CLOSED_AFTER = sql(
  'reminders_occurrences_closed_after',
  `SELECT ${local('o.scheduled_local')} AS scheduled_local FROM ext_reminders.occurrences o
   WHERE reminder_id = $1 AND o.due_at > $2 AND NOT ${IS_OPEN}`,
);
const FIRED_AFTER = sql(
  'reminders_occurrence_fired_after',
  `SELECT FROM ext_reminders.occurrences o JOIN ext_reminders.occurrences before ON before.id = $2
   WHERE o.reminder_id = $1 AND o.scheduled_local > before.scheduled_local AND o.fired_at IS NOT NULL LIMIT 1`,
);
// Not what is open: that waits to be done, however long it takes.
const FORGET = sql(
  'reminders_occurrences_forget',
  `DELETE FROM ext_reminders.occurrences WHERE id IN (
     SELECT id FROM ext_reminders.occurrences o
     WHERE due_at < now() - interval '400 days' AND NOT ${IS_OPEN} LIMIT $1)`,
);

export type OccurrenceRow = ReminderOccurrence;
export type NewOccurrence = Pick<
  OccurrenceRow,
  'id' | 'reminder_id' | 'owner_id' | 'scheduled_local' | 'due_at' | 'status' | 'number' | 'wakes_at'
> & { fired_at?: Date };
export type OccurrenceChanges = Partial<
  Pick<OccurrenceRow, 'status' | 'snoozed_until' | 'fired_at' | 'completed_at' | 'nags_sent' | 'wakes_at'>
>;
export type OccurrenceTurn = Pick<OccurrenceRow, 'id' | 'status' | 'wakes_at'> & { fired_at?: Date };

@AppProvider()
export class OccurrenceRepository extends BaseRepository {
  add(rows: NewOccurrence[]): Promise<OccurrenceRow[]> {
    return rows.length ? this.rows<OccurrenceRow>(ADD, JSON.stringify(rows)) : Promise.resolve([]);
  }

  async change(id: string, changes: OccurrenceChanges): Promise<OccurrenceRow> {
    return (await this.one<OccurrenceRow>(CHANGE, id, JSON.stringify(changes))) as OccurrenceRow;
  }

  async turn(turns: OccurrenceTurn[]): Promise<void> {
    if (turns.length) await this.count(CHANGE_MANY, JSON.stringify(turns));
  }

  async remove(id: string): Promise<void> {
    await this.count(REMOVE, id);
  }

  open(reminderId: string): Promise<OccurrenceRow | undefined> {
    return this.one<OccurrenceRow>(OPEN, reminderId);
  }

  async find(id: string, reminderId: string): Promise<OccurrenceRow | undefined> {
    return this.one<OccurrenceRow>(BY_ID, id, reminderId);
  }

  last(reminderId: string): Promise<OccurrenceRow | undefined> {
    return this.one<OccurrenceRow>(LAST, reminderId);
  }

  lastCompleted(reminderId: string): Promise<OccurrenceRow | undefined> {
    return this.one<OccurrenceRow>(LAST_COMPLETED, reminderId);
  }

  history(reminderId: string, limit: number): Promise<OccurrenceRow[]> {
    return limit ? this.rows<OccurrenceRow>(HISTORY, reminderId, limit) : Promise.resolve([]);
  }

  /** What is done with already, of the times to come. */
  async closedAfter(reminderId: string, now: Date): Promise<Set<string>> {
    const rows = await this.rows<{ scheduled_local: string }>(CLOSED_AFTER, reminderId, now);
    return new Set(rows.map(({ scheduled_local }) => scheduled_local));
  }

  async hasFiredAfter({ reminder_id, id }: OccurrenceRow): Promise<boolean> {
    return (await this.rows(FIRED_AFTER, reminder_id, id)).length > 0;
  }

  forget(limit: number): Promise<number> {
    return this.count(FORGET, limit);
  }
}
