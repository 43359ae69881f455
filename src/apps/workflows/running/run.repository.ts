import { DatabaseService } from '../../../platform/database/database.service.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { type Lease, LeasedRuns, leaseStatements } from '../../kernel/runs/leased-runs.js';
import { type RunStatus, WorkflowRun } from '../entities/run.entity.js';
import type { Workflow } from '../entities/workflow.entity.js';
import { HttpPlaces } from '../http/http-places.js';

const RUNS = 'ext_workflows.runs';
export const MOST_QUEUED = 1_000;
export const MOST_AN_HOUR = 1_000;
const MOST_PARALLEL = 10;

const same = 'o.workflow_id = r.workflow_id';
const free = 'r.owner_id <> ALL ($2::uuid[])';
const before = '(o.created_at, o.id) < (r.created_at, r.id)';
const LEASES = leaseStatements({
  name: 'workflows_runs',
  table: RUNS,
  due: [
    { where: `r.status = 'waiting' AND r.wake_at <= now() AND ${free}`, order: 'r.wake_at' },
    {
      where: `r.status = 'queued' AND ${free} AND CASE WHEN r.exclusive
        THEN NOT EXISTS (SELECT FROM ${RUNS} o WHERE ${same} AND o.exclusive AND o.status IN ('queued', 'running', 'waiting')
          AND (o.status <> 'queued' OR ${before}))
        ELSE (SELECT count(*) FROM (SELECT FROM ${RUNS} o WHERE ${same} AND o.status IN ('queued', 'running', 'waiting')
          AND o.id <> r.id AND (o.status <> 'queued' OR ${before}) LIMIT ${MOST_PARALLEL}) open) < ${MOST_PARALLEL} END`,
      order: 'r.created_at, r.id',
    },
  ],
});

const LOCK_OWNER = sql(
  'workflows_runs_lock_owner',
  `SELECT pg_advisory_xact_lock(hashtextextended('workflows.runs ' || $1::text, 0))`,
);
// It is sent behind the lock of the owner and sees all earlier starts. A run with the same key needs no room.
const START = sql(
  'workflows_run_start',
  `WITH workflow AS (
     SELECT w.*, w.concurrency = 'skip' AND EXISTS (SELECT FROM ${RUNS} r
       WHERE r.workflow_id = w.id AND r.status IN ('queued', 'running', 'waiting')) AS skips
     FROM ext_workflows.workflows w WHERE w.id = $1
   ), room AS (
     SELECT (SELECT count(*) FROM (SELECT FROM ${RUNS} WHERE owner_id = w.owner_id AND created_at > now() - interval '1 hour'
         LIMIT ${MOST_AN_HOUR}) hour) >= ${MOST_AN_HOUR} AS hour_is_full,
       (SELECT count(*) FROM (SELECT FROM ${RUNS} WHERE workflow_id = w.id AND status = 'queued'
         LIMIT ${MOST_QUEUED}) queue) >= ${MOST_QUEUED} AS queue_is_full
     FROM workflow w
   ), known AS (
     SELECT * FROM ${RUNS} WHERE workflow_id = $1 AND dedupe_key = $2
   ), started AS (
     INSERT INTO ${RUNS} (owner_id, workflow_id, dedupe_key, trigger, input, version, definition, depth, retry_of, exclusive,
       status, finished_at)
     SELECT owner_id, id, $2, $3, $4, coalesce($5, active_version), $6, coalesce($7, 0), $8, concurrency <> 'parallel',
       CASE WHEN skips THEN 'skipped' ELSE 'queued' END, CASE WHEN skips THEN now() END
     FROM workflow, room WHERE NOT hour_is_full AND NOT queue_is_full AND NOT EXISTS (SELECT FROM known)
     RETURNING *
   ) SELECT run.*, hour_is_full FROM room LEFT JOIN (SELECT * FROM known UNION ALL SELECT * FROM started) run ON true`,
);
const END = sql(
  'workflows_run_end',
  `UPDATE ${RUNS} SET status = $3, error = $4, failed_path = $5, lease_token = NULL, lease_until = NULL, wake_at = NULL,
     finished_at = now() WHERE id = $1 AND lease_token = $2 AND status = 'running'`,
);
const CLOSE_STEPS = sql(
  'workflows_run_close_steps',
  `UPDATE ext_workflows.run_steps SET status = 'skipped', error = 'Run is over', finished_at = now()
   WHERE run_id = ANY ($1::uuid[]) AND status = 'waiting'`,
);
const CANCEL = sql(
  'workflows_runs_cancel',
  `WITH open AS (
     SELECT id FROM ${RUNS} WHERE (workflow_id = $1 OR id = $2) AND status IN ('queued', 'running', 'waiting')
     ORDER BY id FOR UPDATE
   ) UPDATE ${RUNS} r SET
     status = CASE WHEN r.status = 'running' THEN r.status ELSE 'cancelled' END,
     finished_at = CASE WHEN r.status = 'running' THEN NULL ELSE now() END,
     cancel_requested = true, wake_at = NULL
   FROM open WHERE r.id = open.id RETURNING r.*`,
);
const FORGET_PAYLOADS = [
  sql('workflows_run_forget_input', `UPDATE ${RUNS} SET input = '{}' WHERE id = $1`),
  sql('workflows_run_forget_steps', 'UPDATE ext_workflows.run_steps SET input = NULL, output = NULL WHERE run_id = $1'),
];
const WAKE = sql('workflows_run_wake', `UPDATE ${RUNS} SET wake_at = now() WHERE id = $1 AND status = 'waiting'`);
const WAKE_DECIDED = sql(
  'workflows_run_wake_decided',
  `UPDATE ${RUNS} r SET wake_at = now() WHERE r.id = $1 AND r.status = 'waiting' AND EXISTS (
     SELECT FROM ext_workflows.run_steps s WHERE s.run_id = r.id AND s.status = 'waiting' AND s.decision IS NOT NULL)`,
);
const FORGET = sql(
  'workflows_runs_forget',
  `WITH old AS (
     SELECT r.id FROM ${RUNS} r LEFT JOIN apps.settings s ON s.user_id = r.owner_id AND s.app = 'workflows'
     WHERE r.finished_at < now() - interval '1 day' * coalesce((s.values->>'run_days')::int, 30)
     ORDER BY r.finished_at LIMIT $1 FOR UPDATE OF r SKIP LOCKED
   ) DELETE FROM ${RUNS} r USING old WHERE r.id = old.id`,
);

export interface Start extends Pick<WorkflowRun, 'trigger' | 'input'> {
  /** Without it, the version that is active. */
  version?: number;
  definition?: object;
  dedupe_key?: string | null;
  depth?: number;
  retry_of?: string;
}

/** Without an id, there is no room for the run: the hour is full, or else the queue. */
export type Started = { hour_is_full: boolean } & (WorkflowRun | { id: null });

@AppProvider()
export class RunRepository extends LeasedRuns<WorkflowRun> {
  protected readonly entity = WorkflowRun;
  protected readonly leases = LEASES;

  constructor(
    database: DatabaseService,
    private readonly places: HttpPlaces,
  ) {
    super(database);
  }

  override claim(most: number): Promise<WorkflowRun[]> {
    return super.claim(most, this.places.full());
  }

  /**
   * Returns the run that has the key already, or a new one. The starts of one owner wait for each other until the COMMIT, so the
   * lock and the write are sent together.
   */
  async start({ id, owner_id }: Pick<Workflow, 'id' | 'owner_id'>, start: Start): Promise<Started> {
    const { dedupe_key, trigger, input, version, definition, depth, retry_of } = start;
    const [inputJson, definitionJson] = [JSON.stringify(input), definition && JSON.stringify(definition)];
    const [, [started]] = await Promise.all([
      this.rows(LOCK_OWNER, owner_id),
      this.converted<Started>(START, id, dedupe_key, trigger, inputJson, version, definitionJson, depth, retry_of),
    ]);
    if (!started) throw new Error(`There is no workflow ${id}`);
    return started;
  }

  /** False: the run is another worker's by now. */
  async end(
    { id, lease_token }: Lease,
    status: RunStatus,
    error: string | null,
    path: string | null,
  ): Promise<boolean> {
    const isEnded = (await this.count(END, id, lease_token, status, error, path)) > 0;
    if (isEnded) await this.count(CLOSE_STEPS, [id]);
    return isEnded;
  }

  /** All open runs of a workflow, or this one. Those that run end after the step in hand. */
  async cancel(of: { workflowId?: string; runId?: string }): Promise<WorkflowRun[]> {
    const rows = await this.converted<WorkflowRun>(CANCEL, of.workflowId ?? null, of.runId ?? null);
    if (rows.length) {
      await this.count(
        CLOSE_STEPS,
        rows.filter(({ status }) => status === 'cancelled').map(({ id }) => id),
      );
    }
    return rows;
  }

  async forgetPayloads(id: string): Promise<void> {
    for (const statement of FORGET_PAYLOADS) await this.count(statement, id);
  }

  wake(id: string): Promise<number> {
    return this.count(WAKE, id);
  }

  wakeDecided(id: string): Promise<number> {
    return this.count(WAKE_DECIDED, id);
  }

  forget(most: number): Promise<number> {
    return this.count(FORGET, most);
  }
}
