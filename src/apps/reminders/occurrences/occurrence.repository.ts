import { In, MoreThan } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { CLOSED_STATUSES, ReminderOccurrence } from '../entities/reminder.entity.js';

export const IS_OPEN = `o.status IN ('upcoming', 'due', 'snoozed')`;
/** Without the millisecond that tells two at the same time apart. */
export const SCHEDULED = `date_trunc('second', o.scheduled_local) AS scheduled_local`;
/** The open one of each reminder `r`, which has no second: read by its index, however many reminders there are. */
export const OPEN_OF_EACH = `LEFT JOIN LATERAL (
    SELECT * FROM ext_reminders.occurrences o WHERE o.reminder_id = r.id AND ${IS_OPEN} LIMIT 1
  ) o ON true`;

/**
 * A local time may come twice: in the hour that clocks show twice, and when an occurrence was completed before its time
 * and comes again. The second one is stored a millisecond later, which no answer shows.
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
   RETURNING o.*`,
);
const CHANGE_MANY = sql(
  'reminders_occurrences_change',
  `UPDATE ext_reminders.occurrences o SET status = c.status, wakes_at = c.wakes_at,
     fired_at = coalesce(o.fired_at, c.fired_at)
   FROM jsonb_to_recordset($1::jsonb) c (id uuid, status text, wakes_at timestamptz, fired_at timestamptz)
   WHERE o.id = c.id`,
);
// With the statuses in their text, so that the partial index of open occurrences serves them.
const OPEN = sql(
  'reminders_occurrence_open',
  `SELECT o.* FROM ext_reminders.occurrences o WHERE o.reminder_id = $1 AND ${IS_OPEN}`,
);
const WAKING = sql(
  'reminders_waking_open',
  `SELECT o.* FROM ext_reminders.occurrences o
   WHERE o.reminder_id = ANY ($1::uuid[]) AND ${IS_OPEN} AND o.wakes_at <= now()`,
);
const FIRED_AFTER = sql(
  'reminders_occurrence_fired_after',
  `SELECT FROM ext_reminders.occurrences o JOIN ext_reminders.occurrences before ON before.id = $2
   WHERE o.reminder_id = $1 AND o.scheduled_local > before.scheduled_local AND o.fired_at IS NOT NULL LIMIT 1`,
);
// Open occurrences stay until they are completed, however long that takes.
const FORGET = sql(
  'reminders_occurrences_forget',
  `DELETE FROM ext_reminders.occurrences WHERE id IN (
     SELECT id FROM ext_reminders.occurrences o
     WHERE due_at < now() - interval '400 days' AND NOT ${IS_OPEN} LIMIT $1)`,
);

// The reminders are locked, so no other worker takes their occurrences.
const LOCK_WAKING = sql(
  'reminders_waking_lock',
  `SELECT r.id, now() AS now FROM ext_reminders.reminders r WHERE r.id IN (
     SELECT o.reminder_id FROM ext_reminders.occurrences o WHERE o.wakes_at <= now() ORDER BY o.wakes_at LIMIT $1
   ) FOR NO KEY UPDATE SKIP LOCKED`,
);

export type NewOccurrence = Pick<
  ReminderOccurrence,
  'id' | 'reminder_id' | 'owner_id' | 'scheduled_local' | 'due_at' | 'status' | 'number' | 'wakes_at'
> & { fired_at?: Date };
export type OccurrenceTurn = Pick<ReminderOccurrence, 'id' | 'status' | 'wakes_at'> & { fired_at?: Date };

@AppProvider()
export class OccurrenceRepository extends EntityRepository<ReminderOccurrence> {
  protected readonly entity = ReminderOccurrence;

  async addAll(rows: NewOccurrence[]): Promise<ReminderOccurrence[]> {
    return rows.length ? this.converted<ReminderOccurrence>(ADD, JSON.stringify(rows)) : [];
  }

  async turn(turns: OccurrenceTurn[]): Promise<void> {
    if (turns.length) await this.count(CHANGE_MANY, JSON.stringify(turns));
  }

  async open(reminderId: string): Promise<ReminderOccurrence | undefined> {
    return (await this.converted<ReminderOccurrence>(OPEN, reminderId))[0];
  }

  async last(reminder_id: string): Promise<ReminderOccurrence | undefined> {
    return (await this.find({ reminder_id }, { order: { scheduled_local: 'DESC' }, limit: 1 }))[0];
  }

  async lastCompleted(reminder_id: string): Promise<ReminderOccurrence | undefined> {
    const order = { completed_at: 'DESC', scheduled_local: 'DESC' } as const;
    return (await this.find({ reminder_id, status: 'completed' }, { order, limit: 1 }))[0];
  }

  /** Closed occurrences, latest first. */
  async history(reminder_id: string, limit: number): Promise<ReminderOccurrence[]> {
    const where = { reminder_id, status: In(CLOSED_STATUSES) };
    return limit ? this.find(where, { order: { scheduled_local: 'DESC' }, limit }) : [];
  }

  /** The local times after now that are closed already. */
  async closedAfter(reminder_id: string, now: Date): Promise<Set<string>> {
    const where = { reminder_id, due_at: MoreThan(now), status: In(CLOSED_STATUSES) };
    const rows = await this.find(where, { select: ['scheduled_local'] });
    return new Set(rows.map(({ scheduled_local }) => scheduled_local));
  }

  async hasFiredAfter({ reminder_id, id }: ReminderOccurrence): Promise<boolean> {
    return (await this.rows(FIRED_AFTER, reminder_id, id)).length > 0;
  }

  /** Locks reminders of which something changes by itself now. `now` is the time of the transaction. */
  async lockWaking(limit: number): Promise<{ ids: string[]; now: Date }> {
    const rows = await this.rows<{ id: string; now: Date }>(LOCK_WAKING, limit);
    return { ids: rows.map(({ id }) => id), now: rows[0]?.now ?? new Date() };
  }

  /** The open ones of these reminders that change by themselves now. */
  waking(reminderIds: string[]): Promise<ReminderOccurrence[]> {
    return this.converted<ReminderOccurrence>(WAKING, reminderIds);
  }

  forget(limit: number): Promise<number> {
    return this.count(FORGET, limit);
  }
}
