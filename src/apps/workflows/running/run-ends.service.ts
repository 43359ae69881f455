import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { WorkflowRun } from '../entities/run.entity.js';
import type { Workflow } from '../entities/workflow.entity.js';
import { WorkflowRepository } from '../workflow.repository.js';
import { WorkflowsSettings } from '../workflows.settings.js';
import { RunRepository } from './run.repository.js';
import type { Ends } from './walk.js';

export const LONGEST_MS = 35 * 24 * 3_600_000;

/** What follows from the end of a run, and from a pause. */
@AppProvider()
export class RunEnds {
  constructor(
    private readonly database: DatabaseService,
    private readonly runs: RunRepository,
    private readonly workflows: WorkflowRepository,
    private readonly settings: AppSettings,
    private readonly notifications: AppNotificationsService,
  ) {}

  async end(run: WorkflowRun, { status, error, path }: Ends): Promise<void> {
    await this.database.transaction(async () => {
      // Workflows are locked before their runs, as those do that start or cancel runs.
      const isCounted = run.version > 0 && (await this.workflows.lockForEnd(run.workflow_id, status !== 'succeeded'));
      if (!(await this.runs.end(run, status, error, path))) return;
      if (status === 'succeeded') await this.succeeded(run, isCounted);
      else if (run.version > 0) await this.failed(run, error ?? 'Run failed');
    });
  }

  /** A decision that came before the run waited wakes it at once. */
  async wait(run: WorkflowRun, until: Date): Promise<void> {
    const limit = new Date(+run.created_at + LONGEST_MS + 1);
    await this.database.transaction(async () => {
      await this.runs.wait(run, until < limit ? until : limit);
      await this.runs.wakeDecided(run.id);
    });
  }

  async cancel(run: WorkflowRun): Promise<void> {
    await this.database.transaction(() => this.runs.end(run, 'cancelled', null, null));
  }

  private async succeeded({ id, owner_id, workflow_id }: WorkflowRun, isCounted: boolean): Promise<void> {
    if (isCounted) await this.workflows.resetFailures(workflow_id);
    const { store_payloads } = await this.settings.of(WorkflowsSettings, owner_id);
    if (store_payloads === 'failed') await this.runs.forgetPayloads(id);
  }

  private async failed({ id, owner_id, workflow_id }: WorkflowRun, error: string): Promise<void> {
    const { auto_pause_after, notify_failures } = await this.settings.of(WorkflowsSettings, owner_id);
    const { workflow, isQuiet } = await this.workflows.countFailure(workflow_id, auto_pause_after, notify_failures);
    const data = { workflow_id, run_id: id, failures: workflow.failures_in_row };
    if (!isQuiet) this.tell(workflow, 'workflows.run_failed', failureText(workflow, error), data);
    if (workflow.status !== 'paused' || workflow.failures_in_row !== auto_pause_after) return;
    const body = `“${workflow.name}” is paused after ${auto_pause_after} failures in a row.`;
    this.tell(workflow, 'workflows.paused', body, data);
  }

  private tell({ owner_id, name }: Workflow, type: `workflows.${string}`, body: string, data: object): void {
    this.notifications.notify(owner_id, { type, title: name, body, data });
  }
}

const failureText = ({ failures_in_row: count }: Workflow, error: string) =>
  count === 1 ? `A run has failed: ${error}` : `${count} runs in a row have failed, the last one with: ${error}`;
