import { AppProvider } from '../kernel/app-provider.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import type { Reminder } from './entities/reminder.entity.js';

export const local = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`;

/** What is written as it is; local times go in and out as text, so that no zone meddles with them. */
const FIELDS = [
  'title',
  'notes',
  'start_local',
  'timezone',
  'all_day',
  'rrule',
  'repeat_from',
  'exdates',
  'alerts',
  'nag_minutes',
  'priority',
  'tags',
  'link_url',
  'subject_app',
  'subject_type',
  'subject_id',
  'status',
  'next_due_at',
  'done_count',
  'done_at',
].join(', ');

export const REMINDER = `r.id, r.owner_id, r.title, r.notes, ${local('r.start_local')} AS start_local, r.timezone,
  r.all_day, r.rrule, r.repeat_from,
  ARRAY(SELECT ${local('e')} FROM unnest(r.exdates) e ORDER BY e) AS exdates,
  r.alerts, r.nag_minutes, r.priority, r.tags, r.link_url, r.subject_app, r.subject_type, r.subject_id,
  r.status, r.next_due_at, r.done_count, r.done_at, r.request_key, r.created_at, r.updated_at`;

// One after the other, so that nobody gets past the limit by asking at once.
const LOCK_OWNER = sql(
  'reminders_lock_owner',
  'SELECT clock_timestamp() AS now FROM account.users WHERE id = $1 FOR NO KEY UPDATE',
);
const NOW = sql('reminders_now', 'SELECT clock_timestamp() AS now');
const COUNT_ACTIVE = sql(
  'reminders_count_active',
  `SELECT count(*)::int AS n FROM ext_reminders.reminders WHERE owner_id = $1 AND status = 'active'`,
);
const BY_KEY = sql(
  'reminders_by_request_key',
  `SELECT ${REMINDER} FROM ext_reminders.reminders r WHERE owner_id = $1 AND request_key = $2`,
);
const BY_ID = sql(
  'reminders_by_id',
  `SELECT ${REMINDER}, clock_timestamp() AS now FROM ext_reminders.reminders r WHERE id = $1`,
);
const INSERT = sql(
  'reminders_insert',
  `INSERT INTO ext_reminders.reminders AS r (owner_id, request_key, ${FIELDS})
   SELECT $1::uuid, $2::text, ${FIELDS} FROM jsonb_populate_record(NULL::ext_reminders.reminders, $3::jsonb)
   RETURNING ${REMINDER}`,
);
const CHANGE = sql(
  'reminders_change',
  `UPDATE ext_reminders.reminders r SET updated_at = now(), (${FIELDS}) =
     (SELECT ${FIELDS} FROM jsonb_populate_record(r, $2::jsonb))
   WHERE id = $1 RETURNING ${REMINDER}`,
);
const REMOVE = sql('reminders_remove', 'DELETE FROM ext_reminders.reminders WHERE id = $1');
const MOVE = sql(
  'reminders_move',
  `UPDATE ext_reminders.reminders r SET next_due_at = m.next_due_at
   FROM jsonb_to_recordset($1::jsonb) m (id uuid, next_due_at timestamptz) WHERE r.id = m.id`,
);

export type ReminderRow = Reminder;
export type ReminderChanges = Partial<Omit<Reminder, 'id' | 'owner_id' | 'created_at' | 'updated_at'>>;

@AppProvider()
export class ReminderRepository extends BaseRepository {
  /** Answers what time it is. */
  async lockOwner(ownerId: string): Promise<Date> {
    return (await this.one<{ now: Date }>(LOCK_OWNER, ownerId))?.now as Date;
  }

  async now(): Promise<Date> {
    return (await this.one<{ now: Date }>(NOW))?.now as Date;
  }

  async countActive(ownerId: string): Promise<number> {
    return (await this.one<{ n: number }>(COUNT_ACTIVE, ownerId))?.n ?? 0;
  }

  byKey(ownerId: string, key: string): Promise<ReminderRow | undefined> {
    return this.one<ReminderRow>(BY_KEY, ownerId, key);
  }

  /** With the time that it is. */
  async find(id: string): Promise<{ reminder: ReminderRow; now: Date }> {
    const row = await this.one<ReminderRow & { now: Date }>(BY_ID, id);
    const { now, ...reminder } = row as ReminderRow & { now: Date };
    return { reminder, now };
  }

  async insert(ownerId: string, key: string | null, fields: ReminderChanges): Promise<ReminderRow> {
    return (await this.one<ReminderRow>(INSERT, ownerId, key, JSON.stringify(fields))) as ReminderRow;
  }

  async change(id: string, changes: ReminderChanges): Promise<ReminderRow> {
    return (await this.one<ReminderRow>(CHANGE, id, JSON.stringify(changes))) as ReminderRow;
  }

  async remove(id: string): Promise<void> {
    await this.count(REMOVE, id);
  }

  /** The open occurrences of many are others now. */
  async move(moved: { id: string; next_due_at: Date }[]): Promise<void> {
    if (moved.length) await this.count(MOVE, JSON.stringify(moved));
  }
}
