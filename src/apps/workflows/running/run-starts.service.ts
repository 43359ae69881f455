import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { WorkflowRun } from '../entities/run.entity.js';
import type { Workflow } from '../entities/workflow.entity.js';
import { RunWorkflows } from '../jobs/run-workflows.job.js';
import { RunRepository, type Start } from './run.repository.js';

/** Stores runs. The workflow is locked by the caller, so that starts of one workflow wait for each other. */
@AppProvider()
export class RunStarts {
  constructor(
    private readonly runs: RunRepository,
    private readonly worker: RunWorkflows,
  ) {}

  /**
   * The worker is woken together with the write: a start that waited for each answer would hold its locks for as long. After
   * a start that is skipped or finds its run the worker finds nothing new.
   */
  async start(workflow: Pick<Workflow, 'id' | 'owner_id'>, start: Start): Promise<WorkflowRun> {
    const [{ hour_is_full, ...run }] = await Promise.all([this.runs.start(workflow, start), this.wake()]);
    if (run.id !== null) return run;
    throw new Refusal(409, hour_is_full ? 'Run limit reached' : 'Queue is full');
  }

  wake(): Promise<void> {
    return this.worker.wake();
  }
}
