import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { WorkflowRun } from '../entities/run.entity.js';
import type { Workflow } from '../entities/workflow.entity.js';
import { RunWorkflows } from '../jobs/run-workflows.job.js';
import { RunRepository } from './run.repository.js';

export interface Start extends Pick<WorkflowRun, 'trigger' | 'input' | 'version'> {
  definition?: object;
  dedupe_key?: string | null;
  depth?: number;
  retry_of?: string;
}

/** Stores runs. The workflow is locked by the caller, so that starts of one workflow wait for each other. */
@AppProvider()
export class RunStarts {
  constructor(
    private readonly runs: RunRepository,
    private readonly worker: RunWorkflows,
  ) {}

  async start({ id, owner_id, concurrency }: Workflow, start: Start): Promise<WorkflowRun> {
    const { dedupe_key } = start;
    const known = dedupe_key && (await this.runs.findOne({ workflow_id: id, dedupe_key }));
    if (known) return known;
    await this.runs.lockOwner(owner_id);
    const { hourIsFull, queueIsFull, open } = await this.runs.room(owner_id, id);
    if (hourIsFull) throw new Refusal(409, 'Run limit reached');
    if (queueIsFull) throw new Refusal(409, 'Queue is full');
    const isSkipped = concurrency === 'skip' && open;
    const over = isSkipped ? ({ status: 'skipped', finished_at: new Date() } as const) : {};
    const exclusive = concurrency !== 'parallel';
    const run = await this.runs.insert({ ...start, ...over, owner_id, workflow_id: id, exclusive });
    if (!isSkipped) await this.wake();
    return run;
  }

  wake(): Promise<void> {
    return this.worker.wake();
  }
}
