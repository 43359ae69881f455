import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Lease } from '../../kernel/runs/leased-runs.js';
import { RunStep } from '../entities/run.entity.js';

const LOST = sql(
  'workflows_steps_lost',
  `UPDATE ext_workflows.run_steps SET status = 'failed', error = 'Worker was lost', retryable = true, finished_at = now()
   WHERE run_id = $1 AND status = 'running' AND EXISTS (
     SELECT FROM ext_workflows.runs r WHERE r.id = $1 AND r.lease_token = $2 AND r.status = 'running')`,
);
const STANDING = `EXISTS (SELECT FROM account.users u WHERE u.id = r.owner_id AND u.user_status = 'active')
  AND EXISTS (SELECT FROM apps.installations i WHERE i.user_id = r.owner_id AND i.app = 'workflows')`;
// The step is stored if the run is still this worker's, and if its owner may go on.
const ADD = sql(
  'workflows_step_add',
  `WITH run AS (
     UPDATE ext_workflows.runs r SET step_count = step_count + 1, lease_until = now() + interval '60 seconds'
     WHERE r.id = $1 AND r.lease_token = $2 AND r.status = 'running' AND NOT r.cancel_requested AND ${STANDING}
     RETURNING r.id
   ) INSERT INTO ext_workflows.run_steps
     (run_id, path, attempt, kind, status, input, output, error, retryable, approvers, started_at, finished_at)
   SELECT id, $3, $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp(),
     CASE WHEN $6 IN ('running', 'waiting') THEN NULL ELSE clock_timestamp() END
   FROM run RETURNING *`,
  { returnsChanges: true },
);
const FINISH = sql(
  'workflows_step_finish',
  `UPDATE ext_workflows.run_steps s SET status = $3, input = coalesce($4, s.input), output = $5, error = $6, retryable = $7,
     decision = coalesce(s.decision, $8), finished_at = clock_timestamp()
   FROM ext_workflows.runs r
   WHERE s.id = $1 AND s.status IN ('running', 'waiting') AND r.id = s.run_id AND r.lease_token = $2 AND r.status = 'running'
   RETURNING s.*`,
);
const COPY = sql(
  'workflows_steps_copy',
  `WITH copied AS (
     INSERT INTO ext_workflows.run_steps (run_id, path, attempt, kind, status, input, output, approvers, decided_by,
       decision, comment, started_at, finished_at)
     SELECT $2, path, attempt, kind, status, input, output, approvers, decided_by, decision, comment, started_at, finished_at
     FROM ext_workflows.run_steps WHERE run_id = $1 AND (status = 'succeeded' OR (status = 'skipped' AND error IS NULL))
     RETURNING 1
   ) UPDATE ext_workflows.runs SET step_count = (SELECT count(*) FROM copied) WHERE id = $2`,
);
const APPROVALS = sql(
  'workflows_steps_approvals',
  `SELECT count(*)::int AS count FROM (
     SELECT FROM ext_workflows.runs r JOIN ext_workflows.run_steps s ON s.run_id = r.id
     WHERE r.owner_id = $1 AND r.created_at > now() - interval '36 days' AND s.kind = 'approval'
       AND s.status <> 'skipped' AND s.created_at > now() - interval '1 day' LIMIT 100) today`,
);

export interface NewStep {
  path: string;
  attempt: number;
  kind: string;
  status: RunStep['status'];
  input?: unknown;
  output?: unknown;
  error?: string;
  retryable?: boolean;
  approvers?: string[];
}
export interface StepEnd {
  status: 'succeeded' | 'failed' | 'skipped';
  input?: unknown;
  output?: unknown;
  error?: string;
  retryable?: boolean;
  decision?: RunStep['decision'];
}

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

@AppProvider()
export class StepRepository extends EntityRepository<RunStep> {
  protected readonly entity = RunStep;

  /** What a lost worker has left counts as a failed attempt. */
  markLost({ id, lease_token }: Lease): Promise<number> {
    return this.count(LOST, id, lease_token);
  }

  /** Undefined: the run is no longer this worker's, is cancelled, or its owner may not go on. */
  begin({ id, lease_token }: Lease, step: NewStep): Promise<RunStep | undefined> {
    const { path, attempt, kind, status, input, output, error = null, retryable = null, approvers = null } = step;
    const values = [path, attempt, kind, status, json(input), json(output), error, retryable, approvers];
    return this.one<RunStep>(ADD, id, lease_token, ...values);
  }

  finish({ lease_token }: Lease, stepId: string, end: StepEnd): Promise<RunStep | undefined> {
    const { status, input, output, error = null, retryable = null, decision = null } = end;
    return this.one(FINISH, stepId, lease_token, status, json(input), json(output), error, retryable, decision);
  }

  /** What has succeeded, and what a condition left out, is not done again. */
  copy(fromRun: string, toRun: string): Promise<number> {
    return this.count(COPY, fromRun, toRun);
  }

  async approvalsToday(ownerId: string): Promise<number> {
    return (await this.onlyOne<{ count: number }>(APPROVALS, ownerId)).count;
  }
}
