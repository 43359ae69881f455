import { IsNull } from 'typeorm';
import { EntityRepository, NOW } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Entry } from '../entities/entry.entity.js';

const OVERLAPS = sql(
  'timetracking_entries_overlap',
  `SELECT id FROM ext_timetracking.entries
   WHERE owner_id = $1 AND started_at < coalesce($3::timestamptz, 'infinity')
     AND started_at > $2::timestamptz - interval '25 hours' AND coalesce(ended_at, 'infinity') > $2::timestamptz
     AND id <> ALL ($4::uuid[]) LIMIT 1`,
);
// The zone may have been changed since a row was saved, so the moments leave two days of room.
const ON_DAY = sql(
  'timetracking_entries_on_day',
  `SELECT count(*)::int AS count FROM ext_timetracking.entries
   WHERE owner_id = $1 AND local_date = $2::date
     AND started_at > $2::date - interval '2 days' AND started_at < $2::date + interval '3 days'`,
);
const LOCK = sql(
  'timetracking_entries_lock',
  'SELECT * FROM ext_timetracking.entries WHERE owner_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE',
);
const CHANGE = sql(
  'timetracking_entries_change',
  `UPDATE ext_timetracking.entries e SET project_id = c.project_id, task_id = c.task_id, billable = c.billable,
     tags = c.tags, rate_minor = c.rate_minor, currency = c.currency, rate_source = c.rate_source, updated_at = now()
   FROM jsonb_to_recordset($1::jsonb) c (id uuid, project_id uuid, task_id uuid, billable boolean, tags text[],
     rate_minor bigint, currency char(3), rate_source text) WHERE e.id = c.id`,
);
const REMOVE = sql('timetracking_entries_remove', 'DELETE FROM ext_timetracking.entries WHERE id = ANY ($1::uuid[])');
const REPRICE = sql(
  'timetracking_entries_reprice',
  `UPDATE ext_timetracking.entries SET rate_minor = $2, currency = $3, rate_source = $4, updated_at = now()
   WHERE project_id = $1 AND batch_id IS NULL AND rate_source = 'project'
     AND local_date > coalesce($5::date, '-infinity')`,
);
const BILLED = sql(
  'timetracking_project_billed',
  'SELECT FROM ext_timetracking.entries WHERE project_id = $1 AND batch_id IS NOT NULL LIMIT 1',
);

const LONG_RUNNING = sql(
  'timetracking_entries_long_running',
  `SELECT id, owner_id, started_at FROM ext_timetracking.entries
   WHERE ended_at IS NULL AND started_at <= now() - interval '1 hour'
     AND (started_at, id) > ($1::timestamptz, $2::uuid) ORDER BY started_at, id LIMIT $3`,
);
const END_OVERDUE = sql(
  'timetracking_entries_end_overdue',
  `UPDATE ext_timetracking.entries e SET ended_at = e.started_at + make_interval(hours => o.max_timer_hours),
     auto_stopped = true, updated_at = now()
   FROM jsonb_to_recordset($1::jsonb) o (owner_id uuid, max_timer_hours int)
   WHERE e.owner_id = o.owner_id AND e.ended_at IS NULL
     AND e.started_at + make_interval(hours => o.max_timer_hours) <= now()`,
);
const LAST_TIMER = sql(
  'timetracking_entries_last_timer',
  `SELECT * FROM ext_timetracking.entries WHERE owner_id = $1 AND source = 'timer' ORDER BY id DESC LIMIT 1`,
);

export type Change = Pick<
  Entry,
  'id' | 'project_id' | 'task_id' | 'billable' | 'tags' | 'rate_minor' | 'currency' | 'rate_source'
>;

@AppProvider()
export class EntryRepository extends EntityRepository<Entry> {
  protected readonly entity = Entry;

  running(ownerId: string, lock?: 'update'): Promise<Entry | undefined> {
    return this.findOne({ owner_id: ownerId, ended_at: IsNull() }, { lock });
  }

  /** The one that runs, else the one that was started last: their ids are in the order of the starts. */
  async lastTimer(ownerId: string): Promise<Entry | undefined> {
    const [last] = await this.converted<Entry>(LAST_TIMER, ownerId);
    return last?.ended_at === null ? last : ((await this.running(ownerId)) ?? last);
  }

  /** Ends the running entry, once: of two calls at once the other gets undefined. */
  end(id: string, ended_at: Date): Promise<Entry | undefined> {
    return this.updateOne({ id, ended_at: IsNull() }, { ended_at, updated_at: NOW });
  }

  /** Running for an hour at least, oldest first. */
  longRunning(after: { started_at: Date; id: string } | undefined, most: number) {
    type Row = Pick<Entry, 'id' | 'owner_id' | 'started_at'>;
    return this.rows<Row>(LONG_RUNNING, after?.started_at ?? '-infinity', after?.id ?? FIRST_ID, most);
  }

  /** The timers of these owners that have run for so many hours end there. */
  endOverdue(owners: { owner_id: string; max_timer_hours: number }[]): Promise<number> {
    return this.count(END_OVERDUE, JSON.stringify(owners));
  }

  /** Deletes the running entry. */
  discard(ownerId: string): Promise<number> {
    return this.delete({ owner_id: ownerId, ended_at: IsNull() });
  }

  async overlaps(ownerId: string, from: Date, to: Date | null, without: string[]): Promise<boolean> {
    return (await this.one(OVERLAPS, ownerId, from, to, without)) !== undefined;
  }

  async countOn(ownerId: string, day: string): Promise<number> {
    return (await this.onlyOne<{ count: number }>(ON_DAY, ownerId, day)).count;
  }

  /** In the order of their ids. */
  lockAll(ownerId: string, ids: string[]): Promise<Entry[]> {
    return this.converted(LOCK, ownerId, ids);
  }

  changeAll(changes: Change[]): Promise<number> {
    return this.count(CHANGE, JSON.stringify(changes));
  }

  removeAll(ids: string[]): Promise<number> {
    return this.count(REMOVE, ids);
  }

  /** Those whose rate came from the project and that are neither billed nor locked. */
  reprice(projectId: string, rate: Pick<Entry, 'rate_minor' | 'currency' | 'rate_source'>, lockedUntil: string | null) {
    return this.count(REPRICE, projectId, rate.rate_minor, rate.currency, rate.rate_source, lockedUntil);
  }

  async isBilled(projectId: string): Promise<boolean> {
    return (await this.one(BILLED, projectId)) !== undefined;
  }
}
