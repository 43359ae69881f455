import { SqlMigration } from '../../../platform/database/sql-migration.js';

const ROW = 'id uuid PRIMARY KEY DEFAULT platform.uuid_v7()';
const CREATED = 'created_at timestamptz(3) NOT NULL DEFAULT now()';
const UPDATED = 'updated_at timestamptz(3) NOT NULL DEFAULT now()';
const OWNER = 'owner_id uuid NOT NULL REFERENCES account.users (id) ON DELETE CASCADE';

const STATEMENTS = [
  'CREATE SCHEMA ext_timetracking',
  `CREATE TABLE ext_timetracking.projects (
    ${ROW},
    ${OWNER},
    name varchar(160) NOT NULL,
    client_id uuid,
    color char(7),
    currency char(3) NOT NULL,
    billable boolean NOT NULL DEFAULT true,
    rate_minor bigint,
    rounding_minutes smallint,
    rounding_mode text CHECK (rounding_mode IN ('up', 'nearest', 'down')),
    budget_seconds int,
    budget_minor bigint,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
    ${CREATED},
    ${UPDATED}
  )`,
  `CREATE UNIQUE INDEX projects_name ON ext_timetracking.projects (owner_id, lower(name)) WHERE status = 'active'`,
  'CREATE INDEX projects_by_name ON ext_timetracking.projects (owner_id, status, lower(name), id)',
  'CREATE INDEX projects_of_client ON ext_timetracking.projects (owner_id, client_id)',

  `CREATE TABLE ext_timetracking.tasks (
    ${ROW},
    ${OWNER},
    project_id uuid NOT NULL REFERENCES ext_timetracking.projects (id) ON DELETE CASCADE,
    name varchar(160) NOT NULL,
    billable boolean,
    rate_minor bigint,
    estimate_seconds int,
    status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'done')),
    ${CREATED},
    ${UPDATED}
  )`,
  `CREATE UNIQUE INDEX tasks_name ON ext_timetracking.tasks (project_id, lower(name)) WHERE status = 'active'`,
  'CREATE INDEX tasks_of_project ON ext_timetracking.tasks (project_id)',
  'CREATE INDEX tasks_of_owner ON ext_timetracking.tasks (owner_id)',

  `CREATE TABLE ext_timetracking.owner_state (
    ${ROW},
    ${OWNER},
    locked_until date,
    ${CREATED}
  )`,
  'CREATE UNIQUE INDEX owner_state_owner_id_key ON ext_timetracking.owner_state (owner_id)',

  `CREATE TABLE ext_timetracking.invoice_batches (
    ${ROW},
    ${OWNER},
    invoice_id uuid,
    client_id uuid NOT NULL,
    currency char(3) NOT NULL,
    from_date date NOT NULL,
    to_date date NOT NULL,
    group_by text NOT NULL CHECK (group_by IN ('project', 'task', 'day', 'entry')),
    rounding jsonb NOT NULL,
    entry_count int NOT NULL,
    exact_seconds int NOT NULL,
    billed_seconds int NOT NULL,
    total_minor bigint NOT NULL,
    lines jsonb NOT NULL,
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'released')),
    request_key varchar(200),
    ${CREATED}
  )`,
  'CREATE UNIQUE INDEX invoice_batches_invoice_id_key ON ext_timetracking.invoice_batches (invoice_id)',
  `CREATE UNIQUE INDEX invoice_batches_owner_id_request_key_key
    ON ext_timetracking.invoice_batches (owner_id, request_key)`,
  'CREATE INDEX invoice_batches_of_owner ON ext_timetracking.invoice_batches (owner_id, created_at)',
  `CREATE INDEX invoice_batches_open ON ext_timetracking.invoice_batches (owner_id, id) WHERE status = 'open'`,

  `CREATE TABLE ext_timetracking.entries (
    ${ROW},
    ${OWNER},
    project_id uuid REFERENCES ext_timetracking.projects (id) ON DELETE CASCADE,
    task_id uuid REFERENCES ext_timetracking.tasks (id) ON DELETE SET NULL,
    description varchar(500) NOT NULL DEFAULT '',
    started_at timestamptz(3) NOT NULL,
    ended_at timestamptz(3),
    seconds int,
    local_date date NOT NULL,
    tags text[] NOT NULL DEFAULT '{}',
    billable boolean NOT NULL,
    rate_minor bigint,
    currency char(3) NOT NULL,
    rate_source text NOT NULL CHECK (rate_source IN ('entry', 'task', 'project', 'default', 'none')),
    source text NOT NULL CHECK (source IN ('timer', 'manual')),
    auto_stopped boolean NOT NULL DEFAULT false,
    batch_id uuid REFERENCES ext_timetracking.invoice_batches (id) ON DELETE SET NULL,
    ${CREATED},
    ${UPDATED},
    CONSTRAINT entries_times_check CHECK (ended_at > started_at)
  )`,
  'CREATE UNIQUE INDEX entries_running ON ext_timetracking.entries (owner_id) WHERE ended_at IS NULL',
  'CREATE INDEX entries_of_owner ON ext_timetracking.entries (owner_id, started_at, id)',
  'CREATE INDEX entries_of_project ON ext_timetracking.entries (project_id, started_at)',
  'CREATE INDEX entries_of_task ON ext_timetracking.entries (task_id)',
  'CREATE INDEX entries_of_batch ON ext_timetracking.entries (batch_id) WHERE batch_id IS NOT NULL',
  'CREATE INDEX entries_unbilled ON ext_timetracking.entries (owner_id) WHERE batch_id IS NULL AND billable',
  'CREATE INDEX entries_overdue ON ext_timetracking.entries (started_at) WHERE ended_at IS NULL',
  `CREATE INDEX entries_timers ON ext_timetracking.entries (owner_id, id) WHERE source = 'timer'`,
  'CREATE INDEX entries_tags ON ext_timetracking.entries USING gin (tags)',
  // No generated column: TypeORM would need a table of its own to compare it.
  `CREATE FUNCTION ext_timetracking.measure_entry() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.seconds := EXTRACT(epoch FROM NEW.ended_at - NEW.started_at)::int;
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER measure_entry BEFORE INSERT OR UPDATE OF started_at, ended_at, seconds ON ext_timetracking.entries
    FOR EACH ROW EXECUTE FUNCTION ext_timetracking.measure_entry()`,
];

export class Timetracking1790000039900 extends SqlMigration {
  protected readonly apply = STATEMENTS;
  protected readonly revert = ['DROP SCHEMA ext_timetracking CASCADE'];
}
