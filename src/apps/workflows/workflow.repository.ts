import { EntityRepository } from '../../platform/database/entity.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';
import { EventTrigger, Workflow, WorkflowVersion } from './entities/workflow.entity.js';

const WORKFLOWS = 'ext_workflows.workflows';
const LOCK_OWNER = sql(
  'workflows_lock_owner',
  `SELECT pg_advisory_xact_lock(hashtextextended('workflows.owner ' || $1::text, 0))`,
);
const LOCK_FOR_END = sql(
  'workflows_lock_for_end',
  `SELECT FROM ${WORKFLOWS} WHERE id = $1 AND ($2 OR failures_in_row > 0) FOR NO KEY UPDATE`,
);
const RESET = sql(
  'workflows_reset_failures',
  `UPDATE ${WORKFLOWS} SET failures_in_row = 0 WHERE id = $1 AND failures_in_row > 0`,
);
const COUNT_FAILURE = sql(
  'workflows_count_failure',
  `WITH old AS (SELECT id, failure_notified_at AS at FROM ${WORKFLOWS} WHERE id = $1 FOR NO KEY UPDATE)
   UPDATE ${WORKFLOWS} w SET failures_in_row = w.failures_in_row + 1,
     failure_notified_at = CASE WHEN $3 AND coalesce(old.at < now() - interval '1 hour', true) THEN now() ELSE old.at END,
     status = CASE WHEN w.status = 'active' AND $2 > 0 AND w.failures_in_row + 1 >= $2 THEN 'paused' ELSE w.status END,
     next_run_at = CASE WHEN $2 > 0 AND w.failures_in_row + 1 >= $2 THEN NULL ELSE w.next_run_at END,
     paused_reason = CASE WHEN w.status = 'active' AND $2 > 0 AND w.failures_in_row + 1 >= $2
       THEN $2 || ' failures in a row' ELSE w.paused_reason END
   FROM old WHERE w.id = old.id
   RETURNING w.*, NOT ($3 AND coalesce(old.at < now() - interval '1 hour', true)) AS is_quiet`,
);
const OF_TOKEN = `(w.hook_token = $1 OR (w.old_hook_token = $1 AND w.old_hook_until > now())) AND w.status = 'active'`;
const BY_TOKEN = sql(
  'workflows_by_token',
  `SELECT w.*, v.definition FROM ${WORKFLOWS} w
   JOIN ext_workflows.workflow_versions v ON v.workflow_id = w.id AND v.version = w.active_version
   WHERE ${OF_TOKEN}`,
);
const LOCK_BY_TOKEN = sql('workflows_lock_by_token', `SELECT FROM ${WORKFLOWS} w WHERE ${OF_TOKEN} FOR NO KEY UPDATE`);

export interface PublishedWorkflow extends Workflow {
  definition: object;
}

@AppProvider()
export class WorkflowRepository extends EntityRepository<Workflow> {
  protected readonly entity = Workflow;

  /** Makes the calls of one owner that count workflows wait for each other. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
  }

  /** For the end of a run, before the run itself is locked. False: it has no failures in a row, and is not locked. */
  async lockForEnd(id: string, isFailed: boolean): Promise<boolean> {
    return (await this.rows(LOCK_FOR_END, id, isFailed)).length > 0;
  }

  resetFailures(id: string): Promise<number> {
    return this.count(RESET, id);
  }

  async countFailure(
    id: string,
    pauseAfter: number,
    tells: boolean,
  ): Promise<{ workflow: Workflow; isQuiet: boolean }> {
    const { is_quiet, ...workflow } = await this.onlyOne<Workflow & { is_quiet: boolean }>(
      COUNT_FAILURE,
      id,
      pauseAfter,
      tells,
    );
    return { workflow, isQuiet: is_quiet };
  }

  byToken(token: string): Promise<PublishedWorkflow | undefined> {
    return this.one<PublishedWorkflow>(BY_TOKEN, token);
  }

  /** False: the token is no longer the one of an active workflow. */
  async lockByToken(token: string): Promise<boolean> {
    return (await this.rows(LOCK_BY_TOKEN, token)).length > 0;
  }
}

const LAST_VERSIONS = sql(
  'workflows_last_versions',
  `SELECT version, created_at FROM ext_workflows.workflow_versions WHERE workflow_id = $1 ORDER BY version DESC LIMIT 20`,
);
const SAME = sql(
  'workflows_version_same',
  `SELECT definition = $3::jsonb AS same FROM ext_workflows.workflow_versions WHERE workflow_id = $1 AND version = $2`,
);
const HIGHEST = sql(
  'workflows_version_highest',
  'SELECT coalesce(max(version), 0)::int AS version FROM ext_workflows.workflow_versions WHERE workflow_id = $1',
);

@AppProvider()
export class VersionRepository extends EntityRepository<WorkflowVersion> {
  protected readonly entity = WorkflowVersion;

  last(workflowId: string): Promise<{ version: number; created_at: Date }[]> {
    return this.rows(LAST_VERSIONS, workflowId);
  }

  /** The number of the version that holds this definition: the newest one, or one more. */
  async freeze(workflowId: string, definition: object): Promise<number> {
    const { version } = await this.onlyOne<{ version: number }>(HIGHEST, workflowId);
    const known = await this.one<{ same: boolean }>(SAME, workflowId, version, JSON.stringify(definition));
    if (known?.same) return version;
    await this.insert({ workflow_id: workflowId, version: version + 1, definition });
    return version + 1;
  }
}

const SET_EVENTS = sql(
  'workflows_set_events',
  `INSERT INTO ext_workflows.event_triggers (workflow_id, owner_id, event_name)
   SELECT $1, $2, name FROM unnest($3::text[]) name ON CONFLICT DO NOTHING`,
);

@AppProvider()
export class EventTriggerRepository extends EntityRepository<EventTrigger> {
  protected readonly entity = EventTrigger;

  async set({ id, owner_id }: Workflow, names: string[]): Promise<void> {
    await this.delete({ workflow_id: id });
    if (names.length) await this.count(SET_EVENTS, id, owner_id, [...new Set(names)]);
  }
}
