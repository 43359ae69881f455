import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { RunStep, WorkflowRun } from '../entities/run.entity.js';
import type { Definition } from '../language/definition.js';
import { VersionRepository } from '../workflow.repository.js';
import type { StepStore } from './attempt.js';
import { LONGEST_MS, RunEnds } from './run-ends.service.js';
import { StepActs } from './step-acts.service.js';
import { type NewStep, type StepEnd, StepRepository } from './step.repository.js';
import { Ends, Stops, Waits, Walk } from './walk.js';

const DEEPEST = 5;
const MOST_KNOWN = 500;

/** Works on a run until it is over or waits. */
@AppProvider()
export class RunEngine {
  /** Versions never change. */
  private readonly known = new Map<string, Definition>();

  constructor(
    private readonly database: DatabaseService,
    private readonly steps: StepRepository,
    private readonly versions: VersionRepository,
    private readonly acts: StepActs,
    private readonly ends: RunEnds,
  ) {}

  /** Once `end` is aborted, the run is left between two steps. */
  async work(run: WorkflowRun, end: AbortSignal): Promise<void> {
    try {
      await this.walk(run, end);
      await this.ends.end(run, new Ends('succeeded'));
    } catch (signal) {
      if (signal instanceof Ends) await this.ends.end(run, signal);
      else if (signal instanceof Waits) await this.ends.wait(run, signal.until);
      else if (signal instanceof Stops) await this.stopped(run, end);
      else throw signal;
    }
  }

  private async walk(run: WorkflowRun, end: AbortSignal): Promise<void> {
    if (run.cancel_requested) throw new Stops();
    if (run.depth > DEEPEST) throw new Ends('failed', 'Event loop stopped');
    if (Date.now() - +run.created_at > LONGEST_MS) throw new Ends('timed_out', 'At most 35 days');
    const definition = run.definition ?? (await this.definitionOf(run));
    const stored = run.step_count ? await this.stored(run) : [];
    await new Walk(run, this.store(run, end), this.acts.all, stored).all(definition as Definition);
  }

  private async stored(run: WorkflowRun): Promise<RunStep[]> {
    await this.database.transaction(() => this.steps.markLost(run));
    return this.steps.find({ run_id: run.id }, { order: { created_at: 'ASC', attempt: 'ASC' } });
  }

  private async definitionOf({ workflow_id, version }: WorkflowRun): Promise<Definition> {
    const key = `${workflow_id} ${version}`;
    let definition = this.known.get(key);
    if (!definition) {
      definition = (await this.versions.the({ workflow_id, version }, 'Version')).definition as Definition;
      if (this.known.size >= MOST_KNOWN) this.known.clear();
      this.known.set(key, definition);
    }
    return definition;
  }

  private store(run: WorkflowRun, end: AbortSignal): StepStore {
    return {
      add: async (step: NewStep) => {
        if (end.aborted) throw new Stops();
        const row = await this.database.transaction(() => this.steps.begin(run, step));
        if (!row) throw new Stops();
        run.step_count += 1;
        return row;
      },
      finish: async (id: string, stepEnd: StepEnd) => {
        const row = await this.database.transaction(() => this.steps.finish(run, id, stepEnd));
        if (!row) throw new Stops();
        return row;
      },
    };
  }

  /** The run was cancelled, its owner may not go on, the process ends, or it is another worker's by now. */
  private async stopped(run: WorkflowRun, end: AbortSignal): Promise<void> {
    if (!end.aborted) await this.ends.cancel(run);
    else await this.ends.wait(run, new Date());
  }
}
