import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const UPDATED = 'updated_at timestamptz(3) NOT NULL DEFAULT now()';
const OWNER = 'owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';
const WORKFLOW = 'workflow_id uuid NOT NULL REFERENCES ext_workflows.workflows (id) ON DELETE CASCADE';

const STATEMENTS = [
  'CREATE SCHEMA ext_workflows',
  `CREATE TABLE ext_workflows.workflows (
    ${ROW},
    ${OWNER},
    name varchar(120) NOT NULL,
    description text,
    status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'active', 'paused', 'archived')),
    draft jsonb NOT NULL,
    active_version int,
    concurrency text NOT NULL DEFAULT 'queue' CHECK (concurrency IN ('queue', 'parallel', 'skip')),
    hook_token char(43) UNIQUE,
    old_hook_token char(43) UNIQUE,
    old_hook_until timestamptz(3),
    next_run_at timestamptz(3),
    failures_in_row int NOT NULL DEFAULT 0,
    failure_notified_at timestamptz(3),
    paused_reason text,
    ${CREATED},
    ${UPDATED}
  )`,
  'CREATE INDEX workflows_of_owner ON ext_workflows.workflows (owner_id, status)',
  'CREATE INDEX workflows_newest ON ext_workflows.workflows (owner_id, created_at, id)',
  `CREATE INDEX workflows_due ON ext_workflows.workflows (next_run_at) WHERE status = 'active'`,

  `CREATE TABLE ext_workflows.workflow_versions (
    ${ROW},
    ${WORKFLOW},
    version int NOT NULL,
    definition jsonb NOT NULL,
    ${CREATED},
    UNIQUE (workflow_id, version)
  )`,

  `CREATE TABLE ext_workflows.event_triggers (
    ${ROW},
    ${WORKFLOW},
    ${OWNER},
    event_name text NOT NULL,
    ${CREATED},
    UNIQUE (workflow_id, event_name)
  )`,
  'CREATE INDEX event_triggers_oldest ON ext_workflows.event_triggers (created_at)',
  'CREATE INDEX event_triggers_of_owner ON ext_workflows.event_triggers (owner_id, event_name)',

  `CREATE TABLE ext_workflows.outbox_positions (${ROW}, read_until timestamptz(3) NOT NULL DEFAULT now())`,

  `CREATE TABLE ext_workflows.runs (
    ${ROW},
    ${OWNER},
    ${WORKFLOW},
    version int NOT NULL,
    definition jsonb,
    trigger text NOT NULL CHECK (trigger IN ('manual', 'schedule', 'event', 'hook', 'retry')),
    input jsonb NOT NULL,
    status text NOT NULL DEFAULT 'queued' CHECK (status IN
      ('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'timed_out', 'skipped')),
    error text,
    failed_path text,
    depth smallint NOT NULL DEFAULT 0,
    retry_of uuid,
    dedupe_key varchar(200),
    exclusive boolean NOT NULL DEFAULT false,
    cancel_requested boolean NOT NULL DEFAULT false,
    lease_token uuid,
    lease_until timestamptz(3),
    wake_at timestamptz(3),
    step_count int NOT NULL DEFAULT 0,
    started_at timestamptz(3),
    finished_at timestamptz(3),
    ${CREATED},
    UNIQUE (workflow_id, dedupe_key)
  )`,
  `CREATE UNIQUE INDEX runs_exclusive ON ext_workflows.runs (workflow_id)
    WHERE exclusive AND status IN ('running', 'waiting')`,
  `CREATE INDEX runs_open ON ext_workflows.runs (workflow_id, created_at)
    WHERE status IN ('queued', 'running', 'waiting')`,
  'CREATE INDEX runs_of_workflow ON ext_workflows.runs (workflow_id, created_at)',
  'CREATE INDEX runs_of_owner ON ext_workflows.runs (owner_id, status)',
  'CREATE INDEX runs_newest ON ext_workflows.runs (owner_id, created_at, id)',
  `CREATE INDEX runs_queued ON ext_workflows.runs (created_at) WHERE status = 'queued'`,
  `CREATE INDEX runs_waking ON ext_workflows.runs (wake_at) WHERE status = 'waiting'`,
  `CREATE INDEX runs_leased ON ext_workflows.runs (lease_until) WHERE status = 'running'`,
  'CREATE INDEX runs_old ON ext_workflows.runs (finished_at) WHERE finished_at IS NOT NULL',

  `CREATE TABLE ext_workflows.run_steps (
    ${ROW},
    run_id uuid NOT NULL REFERENCES ext_workflows.runs (id) ON DELETE CASCADE,
    path varchar(200) NOT NULL,
    attempt smallint NOT NULL DEFAULT 1,
    kind text NOT NULL,
    status text NOT NULL DEFAULT 'running'
      CHECK (status IN ('running', 'waiting', 'succeeded', 'failed', 'skipped')),
    input jsonb,
    output jsonb,
    error text,
    retryable boolean,
    started_at timestamptz(3) NOT NULL,
    finished_at timestamptz(3),
    approvers uuid[],
    decided_by uuid,
    decision text CHECK (decision IN ('approved', 'rejected', 'expired')),
    comment text,
    ${CREATED},
    UNIQUE (run_id, path, attempt)
  )`,
  'CREATE INDEX run_steps_of_run ON ext_workflows.run_steps (run_id, created_at)',
  `CREATE INDEX run_steps_approvals ON ext_workflows.run_steps (created_at) WHERE kind = 'approval'`,

  `CREATE TABLE ext_workflows.secrets (
    ${ROW},
    ${OWNER},
    name varchar(60) NOT NULL,
    ciphertext bytea NOT NULL,
    key_id text NOT NULL,
    last_used_at timestamptz(3),
    ${CREATED},
    ${UPDATED},
    UNIQUE (owner_id, name)
  )`,
];

export class Workflows1790000040000 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_workflows CASCADE'];
}
