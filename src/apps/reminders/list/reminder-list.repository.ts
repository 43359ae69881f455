import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { Reminder, type ReminderOccurrence } from '../entities/reminder.entity.js';
import { IS_OPEN, OPEN_OF_EACH, SCHEDULED } from '../occurrences/occurrence.repository.js';

/** What is asked for, of the reminders of one owner; null asks for nothing. */
export interface Wanted {
  owner_id: string;
  status: Reminder['status'];
  tag: string | null;
  priority: string | null;
  subject_id: string | null;
  /** As a pattern of LIKE. */
  words: string | null;
  /** When the open one is due, or was put off to: after the one, and not after the other. */
  after: Date | null;
  through: Date | null;
  from: Date | null;
  to: Date | null;
}

export interface Counts {
  overdue: number;
  today: number;
  active: number;
}

export type ListedRow = Reminder & {
  occurrence_id: string | null;
  occurrence_status: ReminderOccurrence['status'] | null;
  scheduled_local: string | null;
  occurrence_due_at: Date | null;
};

export type RepeatingRow = Reminder & Pick<ReminderOccurrence, 'due_at' | 'scheduled_local' | 'number'>;

const WAITS_UNTIL = `CASE WHEN o.status = 'snoozed' THEN o.snoozed_until ELSE o.due_at END`;
const FILTERS = `r.owner_id = $1 AND r.status = $2 AND ($3::text IS NULL OR r.tags @> ARRAY[$3::text])
  AND ($4::text IS NULL OR r.priority = $4) AND ($5::uuid IS NULL OR r.subject_id = $5)
  AND ($6::text IS NULL OR r.title ILIKE $6 OR r.notes ILIKE $6)`;
const WAITS = `($7::timestamptz IS NULL OR (${IS_OPEN} AND ${WAITS_UNTIL} > $7))
  AND ($8::timestamptz IS NULL OR (${IS_OPEN} AND ${WAITS_UNTIL} <= $8))`;
const RANGE = (due: string) =>
  `($9::timestamptz IS NULL OR ${due} >= $9) AND ($10::timestamptz IS NULL OR ${due} < $10)`;
const SHOWN = `r.*, o.id AS occurrence_id, o.status AS occurrence_status,
  ${SCHEDULED}, o.due_at AS occurrence_due_at`;
const WITH_OPEN = `FROM ext_reminders.reminders r ${OPEN_OF_EACH}`;

const BY_TIME = sql(
  'reminders_list',
  `SELECT ${SHOWN} ${WITH_OPEN}
   WHERE ${FILTERS} AND ${WAITS} AND ${RANGE('r.next_due_at')} AND (r.next_due_at, r.id) > ($11, $12::uuid)
   ORDER BY r.next_due_at, r.id LIMIT $13`,
);
const DONE = sql(
  'reminders_list_done',
  `SELECT ${SHOWN} ${WITH_OPEN}
   WHERE ${FILTERS} AND ${WAITS} AND ${RANGE('r.done_at')} AND (r.done_at, r.id) < ($11, $12::uuid)
   ORDER BY r.done_at DESC, r.id DESC LIMIT $13`,
);
// By the occurrences of those days, and not by the reminders: of these there may be many, with long histories.
const WITHIN = sql(
  'reminders_list_within',
  `SELECT ${SHOWN} FROM ext_reminders.occurrences o JOIN ext_reminders.reminders r ON r.id = o.reminder_id
   WHERE o.owner_id = $1 AND o.due_at >= $9 AND o.due_at < $10 AND o.status <> 'skipped' AND ${FILTERS} AND ${WAITS}
   ORDER BY o.due_at, o.id LIMIT $11`,
);
const REPEATING = sql(
  'reminders_list_repeating',
  `SELECT r.*, o.due_at, ${SCHEDULED}, o.number FROM ext_reminders.reminders r
   JOIN ext_reminders.occurrences o ON o.reminder_id = r.id AND ${IS_OPEN}
   WHERE ${FILTERS} AND r.rrule IS NOT NULL AND r.repeat_from = 'schedule' AND r.next_due_at < $7`,
);
const COUNTS = sql(
  'reminders_list_counts',
  `SELECT count(*) FILTER (WHERE ${WAITS_UNTIL} <= $2)::int AS overdue,
     count(*) FILTER (WHERE ${WAITS_UNTIL} < $3)::int AS today, count(*)::int AS active
   ${WITH_OPEN} WHERE r.owner_id = $1 AND r.status = 'active'`,
);

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

@AppProvider()
export class ReminderListRepository extends EntityRepository<Reminder> {
  protected readonly entity = Reminder;
  private readonly byTime = new Keyset({ name: 'reminders', defaultLimit: 20, maxLimit: 100 });
  private readonly done = new Keyset({ name: 'reminders-done', defaultLimit: 20, maxLimit: 100 });

  async page(wanted: Wanted, query: PageQuery): Promise<{ rows: ListedRow[]; next_cursor: string | null }> {
    const isDone = wanted.status === 'done';
    const keyset = isDone ? this.done : this.byTime;
    const slice = keyset.read(query);
    const [at, id] = slice.after ?? (isDone ? ['infinity', LAST_ID] : ['-infinity', FIRST_ID]);
    const values = [...valuesOf(wanted), at, id, slice.fetch];
    const rows = await this.converted<ListedRow>(isDone ? DONE : BY_TIME, ...values);
    return keyset.cut(rows, slice, (row) => [(isDone ? row.done_at : row.next_due_at) as Date, row.id]);
  }

  /** Occurrences that have a row, earliest first. */
  within(wanted: Wanted, limit: number): Promise<ListedRow[]> {
    return this.converted<ListedRow>(WITHIN, ...valuesOf(wanted), limit);
  }

  /** Reminders that repeat by their schedule and have a time before then, each with the time of its open occurrence. */
  repeating(wanted: Wanted, before: Date): Promise<RepeatingRow[]> {
    return this.converted<RepeatingRow>(REPEATING, ...valuesOf(wanted).slice(0, 6), before);
  }

  counts(ownerId: string, now: Date, tomorrow: Date): Promise<Counts> {
    return this.onlyOne<Counts>(COUNTS, ownerId, now, tomorrow);
  }
}

const valuesOf = (wanted: Wanted): unknown[] => [
  wanted.owner_id,
  wanted.status,
  wanted.tag,
  wanted.priority,
  wanted.subject_id,
  wanted.words,
  wanted.after,
  wanted.through,
  wanted.from,
  wanted.to,
];
