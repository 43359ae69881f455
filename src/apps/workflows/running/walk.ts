import type { RunStep, WorkflowRun } from '../entities/run.entity.js';
import { holds } from '../language/conditions.js';
import type { Condition, Definition, Step } from '../language/definition.js';
import { resolveValues, type Scope } from '../language/values.js';
import { Attempt, type StepStore } from './attempt.js';

const MOST_STEPS = 2_000;
const MOST_WORK_MS = 3_600_000;
const MOST_ITEMS = 200;

/** The run goes on at this time. */
export class Waits {
  constructor(readonly until: Date) {}
}
/** The run is over. */
export class Ends {
  constructor(
    readonly status: 'succeeded' | 'failed' | 'timed_out',
    readonly error: string | null = null,
    readonly path: string | null = null,
  ) {}
}
/** A step has failed for good. */
export class Fails extends Ends {
  constructor(error: string, path: string) {
    super('failed', error, path);
  }
}
/** The run is no longer this worker's, or must not go on. */
export class Stops {}

/** What one kind of step does beyond the language. It stores the result itself. */
export type Act = (attempt: Attempt, scope: Scope) => Promise<RunStep>;

const CONTAINERS = new Set(['branch', 'for_each']);
const PAUSES = new Set(['delay', 'approval']);
const LONGEST_PAUSE = 3_600;
const JUST_MS = 1_000;

/** Goes through a definition. What is stored of it is not done again, so a run goes on where it was. */
export class Walk {
  private readonly latest = new Map<string, RunStep>();
  private workedMs = 0;
  private readonly began = Date.now();

  constructor(
    private readonly run: WorkflowRun,
    private readonly store: StepStore,
    private readonly acts: Record<string, Act>,
    stored: RunStep[],
  ) {
    for (const step of stored) this.note(step);
    for (const { kind, started_at, finished_at } of stored)
      if (finished_at && !CONTAINERS.has(kind) && !PAUSES.has(kind)) this.workedMs += +finished_at - +started_at;
  }

  async all({ steps }: Definition): Promise<void> {
    const { id, workflow_id, input } = this.run;
    await this.list(steps, '', { trigger: input, steps: {}, run: { id }, workflow: { id: workflow_id } });
  }

  /** Returns the output of the last step. */
  private async list(steps: Step[], prefix: string, scope: Scope): Promise<unknown> {
    let output: unknown = null;
    for (const step of steps) output = await this.step(step, `${prefix}${step.key}`, scope);
    return output;
  }

  private async step(step: Step, path: string, scope: Scope): Promise<unknown> {
    const stored = this.latest.get(path);
    const isKept = stored && (this.isOver(stored, step) || wasJustLost(stored));
    const row = isKept ? stored : await this.attempt(step, path, scope, stored);
    this.note(row);
    if (row.status === 'failed') {
      if (mayRetry(row, step)) throw new Waits(pauseEnd(row, step));
      if (step.on_error !== 'continue') throw new Fails(row.error ?? 'Step failed', path);
    }
    let output = row.status === 'failed' ? { error: row.error } : row.output;
    const outputs = scope.steps as Record<string, { output?: unknown }>;
    if (row.status !== 'skipped') outputs[step.key] = { output };
    if (step.kind === 'branch' && row.status === 'succeeded') output = await this.chosen(step, path, scope, row);
    if (step.kind === 'stop' && row.status === 'succeeded') this.stop(row, path);
    return output;
  }

  private isOver(row: RunStep, step: Step): boolean {
    return row.status === 'succeeded' || row.status === 'skipped' || (row.status === 'failed' && !mayRetry(row, step));
  }

  private async attempt(step: Step, path: string, scope: Scope, stored: RunStep | undefined): Promise<RunStep> {
    this.expectRoom();
    const now = { ...scope, now: new Date().toISOString() };
    const waiting = stored?.status === 'waiting' ? stored : undefined;
    const attempt = new Attempt(this.run, this.store, step, path, (stored?.attempt ?? 0) + 1, waiting);
    try {
      if (!stored && step.when && !holds(step.when, now)) return await attempt.at('skipped');
      if (step.kind === 'for_each') return await this.each(step, attempt, now);
      if (step.kind === 'branch') return await attempt.at('succeeded', { output: { case: caseOf(step, now) } });
      return await (this.acts[step.kind] as Act)(attempt, now);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return attempt.fails(error);
    }
  }

  private expectRoom(): void {
    if (this.run.step_count >= MOST_STEPS) throw new Ends('failed', 'At most 2,000 step executions');
    if (this.workedMs + Date.now() - this.began > MOST_WORK_MS)
      throw new Ends('timed_out', 'At most 1 hour of working time');
  }

  private async chosen(step: Step & { kind: 'branch' }, path: string, scope: Scope, row: RunStep): Promise<unknown> {
    const { case: n } = row.output as { case: number | 'else' | null };
    if (n === null) return null;
    const steps = n === 'else' ? step.config.else : step.config.cases[n]?.steps;
    return this.list(steps ?? [], `${path}/`, scope);
  }

  private async each(step: Step & { kind: 'for_each' }, attempt: Attempt, scope: Scope): Promise<RunStep> {
    const kept = attempt.waiting?.input as { items: unknown[] } | undefined;
    const items = kept?.items ?? resolveValues(step.config.items, scope);
    if (!Array.isArray(items)) throw new Error('items is no list');
    if (items.length > MOST_ITEMS) throw new Error(`At most ${MOST_ITEMS} items`);
    if (!attempt.waiting) this.note(await attempt.begin('waiting', { input: { items } }));
    const outputs: unknown[] = [];
    for (const [index, item] of items.entries()) {
      const inner = { ...scope, item: item as unknown, index, steps: { ...scope.steps } };
      outputs.push(await this.item(step, `${attempt.path}[${index}]/`, inner));
    }
    return attempt.at('succeeded', { output: outputs });
  }

  private async item(step: Step & { kind: 'for_each' }, prefix: string, scope: Scope): Promise<unknown> {
    try {
      return await this.list(step.config.steps, prefix, scope);
    } catch (error) {
      if (error instanceof Fails && step.on_error === 'continue') return { error: error.error };
      throw error;
    }
  }

  private stop({ input }: RunStep, path: string): never {
    const { status, message } = input as { status: 'succeeded' | 'failed'; message?: string };
    throw new Ends(status, message ?? null, status === 'failed' ? path : null);
  }

  private note(row: RunStep): void {
    const known = this.latest.get(row.path);
    if (!known || known.attempt <= row.attempt) this.latest.set(row.path, row);
  }
}

function caseOf({ config }: Step & { kind: 'branch' }, scope: Scope): number | 'else' | null {
  const n = config.cases.findIndex(({ when }: { when: Condition }) => holds(when, scope));
  if (n >= 0) return n;
  return config.else ? 'else' : null;
}

const mayRetry = ({ retryable, attempt }: RunStep, { retry }: Step) =>
  retryable === true && attempt < (retry?.max_attempts ?? 3);

/** Its pause has not begun, as no worker was there to begin it. */
const wasJustLost = ({ status, error, finished_at }: RunStep) =>
  status === 'failed' && error === 'Worker was lost' && Date.now() - +(finished_at as Date) < JUST_MS;

/** Growing pauses, a fifth longer or shorter at random, unless the other side has said when. */
function pauseEnd({ attempt, finished_at, output }: RunStep, { retry }: Step): Date {
  const { retry_after } = (output ?? {}) as { retry_after?: number };
  const { backoff_seconds = 10, factor = 2 } = retry ?? {};
  const seconds = retry_after ?? backoff_seconds * factor ** (attempt - 1) * (0.8 + Math.random() * 0.4);
  return new Date(+(finished_at as Date) + Math.min(seconds, LONGEST_PAUSE) * 1000);
}
