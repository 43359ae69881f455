import { AppProvider } from '../../kernel/app-provider.js';
import { RunWorkerJob } from '../../kernel/runs/run-worker.job.js';
import type { WorkflowRun } from '../entities/run.entity.js';
import { RunEngine } from '../running/run-engine.service.js';
import { RunRepository } from '../running/run.repository.js';

@AppProvider()
export class RunWorkflows extends RunWorkerJob<WorkflowRun> {
  readonly name = 'workflows.run';
  protected override readonly most = 16;

  constructor(
    protected readonly runs: RunRepository,
    private readonly engine: RunEngine,
  ) {
    super();
  }

  protected work(run: WorkflowRun, end: AbortSignal): Promise<void> {
    return this.engine.work(run, end);
  }
}
