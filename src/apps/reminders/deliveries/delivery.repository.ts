import { AppProvider } from '../../kernel/app-provider.js';
import { In } from 'typeorm';
import { EntityRepository, NOW } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { type Reminder, ReminderDelivery } from '../entities/reminder.entity.js';
import { IS_OPEN, SCHEDULED } from '../occurrences/occurrence.repository.js';

const WAITS = 'd.sent_at IS NULL AND d.dropped_at IS NULL';

// One that was dropped, and is wanted after all, waits again.
const PLAN = sql(
  'reminders_deliveries_plan',
  `INSERT INTO ext_reminders.deliveries AS d (occurrence_id, kind, fire_at)
   SELECT DISTINCT occurrence_id, kind, fire_at
   FROM jsonb_to_recordset($1::jsonb) p (occurrence_id uuid, kind text, fire_at timestamptz)
   ON CONFLICT (occurrence_id, kind, fire_at) DO UPDATE SET dropped_at = NULL WHERE d.sent_at IS NULL`,
);
const DROP_OF = sql(
  'reminders_deliveries_drop_of',
  `UPDATE ext_reminders.deliveries d SET dropped_at = now() WHERE occurrence_id = ANY ($1::uuid[]) AND ${WAITS}`,
);
const NAGGED = sql(
  'reminders_deliveries_nagged',
  'UPDATE ext_reminders.occurrences SET nags_sent = nags_sent + 1 WHERE id = ANY ($1::uuid[])',
);
// Taken by one worker at a time, so that what one user gets in a minute is counted by one.
const TURN = sql('reminders_deliveries_turn', `SELECT pg_try_advisory_xact_lock(hashtext($1)) AS taken`);
// Every change below a reminder locks the reminder, so no other lock is needed and the order is always the same.
const LOCK = sql(
  'reminders_deliveries_lock',
  `SELECT r.id FROM ext_reminders.reminders r WHERE r.id IN (
     SELECT o.reminder_id FROM ext_reminders.deliveries d
     JOIN ext_reminders.occurrences o ON o.id = d.occurrence_id
     WHERE ${WAITS} AND d.fire_at <= now() AND ${IS_OPEN} AND o.owner_id <> ALL ($1::uuid[])
     ORDER BY d.fire_at LIMIT $2
   ) FOR NO KEY UPDATE SKIP LOCKED`,
);
/** Those right before it that never fired: what an outage has cost. */
const MISSED = `(
  SELECT count(*)::int FROM ext_reminders.occurrences m
  WHERE m.reminder_id = o.reminder_id AND m.scheduled_local < o.scheduled_local AND m.status = 'missed'
    AND m.scheduled_local > coalesce((
      SELECT f.scheduled_local FROM ext_reminders.occurrences f
      WHERE f.reminder_id = o.reminder_id AND f.scheduled_local < o.scheduled_local
        AND (f.fired_at IS NOT NULL OR f.status <> 'missed')
      ORDER BY f.scheduled_local DESC LIMIT 1), '-infinity'))`;
const WAITING = sql(
  'reminders_deliveries_waiting',
  `SELECT d.id, d.kind, d.fire_at, o.id AS occurrence_id, o.due_at, o.nags_sent,
     ${SCHEDULED}, r.id AS reminder_id, r.owner_id, r.title, r.timezone, r.all_day,
     r.priority, r.nag_minutes, r.link_url, r.subject_app, r.subject_type, r.subject_id,
     ${MISSED} AS missed, now() AS now
   FROM ext_reminders.reminders r
   JOIN ext_reminders.occurrences o ON o.reminder_id = r.id
   JOIN ext_reminders.deliveries d ON d.occurrence_id = o.id
   WHERE r.id = ANY ($1::uuid[]) AND ${WAITS} AND d.fire_at <= now() AND ${IS_OPEN}
   ORDER BY d.fire_at, d.id`,
);
const SENT_LATELY = sql(
  'reminders_deliveries_sent_lately',
  `SELECT o.owner_id, count(*)::int AS n FROM ext_reminders.deliveries d
   JOIN ext_reminders.occurrences o ON o.id = d.occurrence_id
   WHERE d.sent_at > now() - interval '1 minute' AND o.owner_id = ANY ($1::uuid[]) GROUP BY o.owner_id`,
);

export type Planned = Pick<ReminderDelivery, 'occurrence_id' | 'kind' | 'fire_at'>;

type OfReminder = Pick<
  Reminder,
  | 'owner_id'
  | 'title'
  | 'timezone'
  | 'all_day'
  | 'priority'
  | 'nag_minutes'
  | 'link_url'
  | 'subject_app'
  | 'subject_type'
  | 'subject_id'
>;

export interface WaitingDelivery extends Planned, OfReminder {
  id: string;
  due_at: Date;
  nags_sent: number;
  scheduled_local: string;
  reminder_id: string;
  missed: number;
  now: Date;
}

@AppProvider()
export class DeliveryRepository extends EntityRepository<ReminderDelivery> {
  protected readonly entity = ReminderDelivery;

  async plan(planned: Planned[]): Promise<void> {
    if (planned.length) await this.count(PLAN, JSON.stringify(planned));
  }

  /** What waits of these occurrences is not wanted any more. */
  async dropOf(occurrenceIds: string[]): Promise<void> {
    if (occurrenceIds.length) await this.count(DROP_OF, occurrenceIds);
  }

  async drop(ids: string[]): Promise<void> {
    if (ids.length) await this.update({ id: In(ids) }, { dropped_at: NOW });
  }

  async sent(ids: string[]): Promise<void> {
    if (ids.length) await this.update({ id: In(ids) }, { sent_at: NOW });
  }

  async nagged(occurrenceIds: string[]): Promise<void> {
    if (occurrenceIds.length) await this.count(NAGGED, occurrenceIds);
  }

  /** Until the transaction ends; false where another has it. */
  async takeTurn(): Promise<boolean> {
    return (await this.one<{ taken: boolean }>(TURN, 'reminders.deliver'))?.taken === true;
  }

  /** Reminders with something to send; of these users nothing. */
  async lock(exceptOf: string[], limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(LOCK, exceptOf, limit)).map(({ id }) => id);
  }

  waiting(reminderIds: string[]): Promise<WaitingDelivery[]> {
    return reminderIds.length ? this.rows<WaitingDelivery>(WAITING, reminderIds) : Promise.resolve([]);
  }

  /** By user, in the last minute. */
  async sentLately(ownerIds: string[]): Promise<Map<string, number>> {
    const rows = await this.rows<{ owner_id: string; n: number }>(SENT_LATELY, ownerIds);
    return new Map(rows.map(({ owner_id, n }) => [owner_id, n]));
  }
}
