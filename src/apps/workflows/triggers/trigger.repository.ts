import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { ScheduleTrigger } from '../language/definition.js';
import { MOST_AN_HOUR, MOST_QUEUED } from '../running/run.repository.js';

const MOST_WAITING = 1_000;
const DROPPED = `(r.input->>'dropped')::int + (excluded.input->>'dropped')::int`;
const droppedText = (count: string) => `'At most ${MOST_WAITING} events wait. Dropped: ' || (${count})`;

const STANDING = `EXISTS (SELECT FROM account.users u WHERE u.id = w.owner_id AND u.user_status = 'active')
  AND EXISTS (SELECT FROM apps.installations i WHERE i.user_id = w.owner_id AND i.app = 'workflows')`;
const DUE = sql(
  'workflows_schedules_due',
  `SELECT w.id, now() AS now, v.definition->'trigger' AS trigger, coalesce(s.values->>'timezone', 'UTC') AS timezone
   FROM (SELECT * FROM ext_workflows.workflows WHERE status = 'active' AND next_run_at <= now()
     ORDER BY next_run_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED) w
   JOIN ext_workflows.workflow_versions v ON v.workflow_id = w.id AND v.version = w.active_version
   LEFT JOIN apps.settings s ON s.user_id = w.owner_id AND s.app = 'workflows'`,
);
// The limits of a start hold here as well, as they are when the minute begins.
const FIRE = sql(
  'workflows_schedules_fire',
  `WITH next AS (SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS n (id, at)),
   due AS (
     SELECT w.*, next.at, ${STANDING} AS stands FROM ext_workflows.workflows w JOIN next ON next.id = w.id
   ), owner AS (
     SELECT DISTINCT owner_id FROM due
   ), full_owner AS (
     SELECT o.owner_id FROM owner o WHERE (SELECT count(*) FROM (SELECT FROM ext_workflows.runs r
       WHERE r.owner_id = o.owner_id AND r.created_at > now() - interval '1 hour' LIMIT ${MOST_AN_HOUR}) hour) >= ${MOST_AN_HOUR}
   ), moved AS (
     UPDATE ext_workflows.workflows w SET next_run_at = next.at FROM next WHERE w.id = next.id
   ), state AS (
     SELECT due.*, EXISTS (SELECT FROM ext_workflows.runs r WHERE r.workflow_id = due.id
       AND r.status IN ('queued', 'running', 'waiting')) AS is_open FROM due
   ) INSERT INTO ext_workflows.runs
     (owner_id, workflow_id, version, trigger, input, exclusive, dedupe_key, status, finished_at)
   SELECT owner_id, id, active_version, 'schedule', jsonb_build_object('at', to_char(next_run_at AT TIME ZONE 'UTC',
       'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), concurrency <> 'parallel',
     to_char(next_run_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
     CASE WHEN concurrency = 'skip' AND is_open THEN 'skipped' ELSE 'queued' END,
     CASE WHEN concurrency = 'skip' AND is_open THEN now() END
   FROM state WHERE stands AND owner_id NOT IN (SELECT owner_id FROM full_owner)
     AND (NOT is_open OR (SELECT count(*) FROM (SELECT FROM ext_workflows.runs r
       WHERE r.workflow_id = state.id AND r.status = 'queued' LIMIT ${MOST_QUEUED}) queue) < ${MOST_QUEUED})
   ON CONFLICT DO NOTHING`,
);

const POSITION_ID = '00000000-0000-7000-8000-000000000001';
// What came before the oldest trigger starts nothing, and without triggers there is nothing to read. After the clock was put
// back, what comes has lower ids than what was read.
const POSITION = sql(
  'workflows_outbox_position',
  `SELECT least(greatest(p.read_until, t.oldest), now()) AS read_until, coalesce(p.read_until > now(), false) AS is_ahead
   FROM (SELECT min(created_at) AS oldest FROM ext_workflows.event_triggers) t
   LEFT JOIN ext_workflows.outbox_positions p ON p.id = '${POSITION_ID}' WHERE t.oldest IS NOT NULL`,
);
const MOVE = sql(
  'workflows_outbox_move',
  `INSERT INTO ext_workflows.outbox_positions (id, read_until) VALUES ('${POSITION_ID}', least($1, now()))
   ON CONFLICT (id) DO UPDATE SET read_until = excluded.read_until`,
);
// The ids grow with time. Entries become visible some time after they got theirs, so the last minute is read again.
const ENTRIES = sql(
  'workflows_outbox_entries',
  `WITH entry AS (
     SELECT e.id, e.type, e.data, e.depth, e.created_at,
       CASE WHEN e.type LIKE '%/%' THEN e.actor_id ELSE CASE WHEN e.type LIKE '%.%' AND pg_input_is_valid(e.data->>'user_id', 'uuid') THEN (e.data->>'user_id')::uuid END END AS owner_id
     FROM events.domain_events e
     WHERE e.id > $1 ORDER BY e.id LIMIT $2
   ) SELECT e.*, w.matches FROM entry e LEFT JOIN LATERAL (
     SELECT json_agg(t.workflow_id) AS matches FROM ext_workflows.event_triggers t
     JOIN ext_workflows.workflows w ON w.id = t.workflow_id AND w.status = 'active'
     WHERE t.owner_id = e.owner_id AND t.event_name = e.type AND e.type NOT LIKE 'workflows.%'
       AND t.created_at <= e.created_at
       AND NOT EXISTS (SELECT FROM ext_workflows.runs r WHERE r.workflow_id = t.workflow_id AND r.dedupe_key = e.id::text)
       AND NOT EXISTS (SELECT FROM ext_workflows.waiting_events l WHERE l.workflow_id = t.workflow_id AND l.event_id = e.id)
       AND ${STANDING}
   ) w ON true ORDER BY e.id`,
);
const WAITING = sql(
  'workflows_waiting_events',
  `SELECT e.id, e.type, e.data, e.depth, e.created_at, l.id AS waiting_id, w.id AS workflow_id,
     w.status = 'active' AND ${STANDING} AS stands
   FROM (SELECT DISTINCT workflow_id FROM ext_workflows.waiting_events WHERE NOT dropped) late
   JOIN ext_workflows.workflows w ON w.id = late.workflow_id
   CROSS JOIN LATERAL (
     SELECT * FROM ext_workflows.waiting_events WHERE workflow_id = w.id AND NOT dropped ORDER BY event_id LIMIT 100) l
   JOIN events.domain_events e ON e.id = l.event_id ORDER BY e.id`,
);
const LOCK = sql(
  'workflows_lock_many',
  'SELECT FROM ext_workflows.workflows WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
);
// A dropped event stays until it is not read again, so that it is counted once: by one skipped run for each hour.
const WAIT = sql(
  'workflows_events_wait',
  `WITH late AS (
     SELECT l.*, row_number() OVER (PARTITION BY l.workflow_id ORDER BY l.event_id) AS nth
     FROM unnest($1::uuid[], $2::uuid[]) AS l (workflow_id, event_id) WHERE NOT EXISTS (
       SELECT FROM ext_workflows.waiting_events k WHERE k.workflow_id = l.workflow_id AND k.event_id = l.event_id)
   ), here AS (
     SELECT workflow_id, count(*) AS count FROM ext_workflows.waiting_events
     WHERE workflow_id = ANY ($1::uuid[]) AND NOT dropped GROUP BY workflow_id
   ), kept AS (
     INSERT INTO ext_workflows.waiting_events (workflow_id, event_id, dropped)
     SELECT late.workflow_id, late.event_id, coalesce(here.count, 0) + late.nth > ${MOST_WAITING}
     FROM late LEFT JOIN here USING (workflow_id) RETURNING workflow_id, dropped
   ), dropped AS (
     SELECT workflow_id, count(*) AS count FROM kept WHERE dropped GROUP BY workflow_id
   ) INSERT INTO ext_workflows.runs AS r
     (owner_id, workflow_id, version, trigger, input, status, error, dedupe_key, finished_at)
   SELECT w.owner_id, w.id, w.active_version, 'event', jsonb_build_object('dropped', d.count), 'skipped', ${droppedText('d.count')},
     'dropped:' || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24'), now()
   FROM dropped d JOIN ext_workflows.workflows w ON w.id = d.workflow_id
   ON CONFLICT (workflow_id, dedupe_key) DO UPDATE SET
     input = jsonb_build_object('dropped', ${DROPPED}), error = ${droppedText(DROPPED)}, finished_at = now()
   RETURNING r.id, r.workflow_id, r.owner_id, r.xmax = 0 AS is_first`,
);
const FORGET_DROPPED = sql(
  'workflows_events_forget_dropped',
  'DELETE FROM ext_workflows.waiting_events WHERE dropped AND event_id <= $1',
);
const SETTLE = sql('workflows_events_settle', 'DELETE FROM ext_workflows.waiting_events WHERE id = ANY ($1::uuid[])');

export interface DueSchedule {
  id: string;
  /** By the clock of the database, which has found it due. */
  now: Date;
  trigger: ScheduleTrigger;
  timezone: string;
}
export interface OutboxEntry {
  id: string;
  type: string;
  data: Record<string, unknown>;
  depth: number;
  created_at: Date;
  matches: string[] | null;
}
export interface LateEntry extends OutboxEntry {
  waiting_id: string;
  workflow_id: string;
  /** False: the workflow was turned off, or its owner starts nothing. */
  stands: boolean;
}

export interface Dropped {
  /** The run that counts what was dropped in this hour. */
  id: string;
  workflow_id: string;
  owner_id: string;
  is_first: boolean;
}

@AppProvider()
export class TriggerRepository extends BaseRepository {
  due(most: number): Promise<DueSchedule[]> {
    return this.rows(DUE, most);
  }

  fire(next: { id: string; at: Date | null }[]): Promise<number> {
    return this.count(
      FIRE,
      next.map(({ id }) => id),
      next.map(({ at }) => at),
    );
  }

  /** `is_ahead`: the clock was put back since. */
  position(): Promise<{ read_until: Date; is_ahead: boolean } | undefined> {
    return this.one(POSITION);
  }

  /** `from`: what came before is not read again. */
  async move(until: Date, from: string): Promise<void> {
    await this.count(MOVE, until);
    await this.count(FORGET_DROPPED, from);
  }

  /** The oldest of each workflow. */
  waiting(): Promise<LateEntry[]> {
    return this.rows(WAITING);
  }

  /** The first thousand of a workflow wait; returns the workflows of which others were dropped. */
  async wait(late: { workflowId: string; eventId: string }[]): Promise<Dropped[]> {
    const workflows = late.map(({ workflowId }) => workflowId);
    await this.rows(LOCK, workflows);
    return this.rows(
      WAIT,
      workflows,
      late.map(({ eventId }) => eventId),
    );
  }

  settle(waitingIds: string[]): Promise<number> {
    return this.count(SETTLE, waitingIds);
  }

  entries(after: string, most: number): Promise<OutboxEntry[]> {
    return this.rows(ENTRIES, after, most);
  }
}
