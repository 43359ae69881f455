import { isRetryable } from '../../../platform/database/database-error.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { RunStep, WorkflowRun } from '../entities/run.entity.js';
import type { Step } from '../language/definition.js';
import type { NewStep, StepEnd } from './step.repository.js';

const LARGEST_OUTPUT = 256 * 1024;

export interface StepStore {
  add(step: NewStep): Promise<RunStep>;
  finish(stepId: string, end: StepEnd): Promise<RunStep>;
}

/** One attempt at one step, and its row. */
export class Attempt {
  private row: RunStep | undefined;

  constructor(
    readonly run: WorkflowRun,
    private readonly store: StepStore,
    readonly step: Step,
    readonly path: string,
    private readonly number: number,
    /** The row of a step that has waited. */
    readonly waiting: RunStep | undefined,
  ) {
    this.row = waiting;
  }

  async begin(status: 'running' | 'waiting', more: Partial<NewStep> = {}): Promise<RunStep> {
    return (this.row = await this.add(status, more));
  }

  /** Stores how it has ended, in one row where it has not begun before. */
  at(status: StepEnd['status'], end: Omit<StepEnd, 'status'> = {}): Promise<RunStep> {
    if (status === 'succeeded' && Buffer.byteLength(JSON.stringify(end.output ?? null)) > LARGEST_OUTPUT)
      throw new Error('Step output is too large');
    if (!this.row) return this.add(status, end);
    return this.store.finish(this.row.id, { status, ...end });
  }

  fails(error: Error): Promise<RunStep> {
    const isPassing = error instanceof Refusal ? error.status >= 500 : isRetryable(error);
    return this.at('failed', { error: messageOf(error), retryable: isPassing });
  }

  private add(status: RunStep['status'], more: Partial<NewStep>): Promise<RunStep> {
    return this.store.add({ path: this.path, attempt: this.number, kind: this.step.kind, status, ...more });
  }
}

function messageOf(error: Error): string {
  if (!(error instanceof Refusal)) return error.message.slice(0, 1_000);
  const details = error.extra.details?.map((one) => ('field' in one ? `${one.field}: ${one.message}` : one.error));
  return [error.message, ...(details ?? [])].join('; ').slice(0, 1_000);
}
