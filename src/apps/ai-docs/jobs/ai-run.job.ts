import { Job } from '../../../jobs/job.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Run } from '../entities/run.entity.js';
import { estimateTokens } from '../extract/code-points.js';
import type { ProviderAnswer } from '../provider/provider-answer.js';
import { ProviderFailure, SILENT } from '../provider/provider-failure.js';
import { type Message, ProviderService } from '../provider/provider.service.js';
import { type Ending, LEASE_SECONDS, RunRepository, type Waiting } from '../runs/run.repository.js';
import { RunStepsService, type Step } from '../runs/run-steps.service.js';

/** Seconds until the next try. */
const PAUSES = [5, 20, 60];
/** A run whose workers die again and again is given up. */
const MOST_ATTEMPTS = 40;
const LOOK_MS = 2_000;
/** A little after the end of the lease. */
const WATCH_SECONDS = LEASE_SECONDS + 2;

/**
 * Asks the provider one question of a run. The run is taken with a lease, so that no other worker has it, and so that
 * another takes it if this one dies. No transaction waits for the provider.
 */
@AppProvider()
export class AiRunJob extends Job<{ run_id: string }> {
  readonly name = 'ai-docs.ai-run';

  constructor(
    private readonly runs: RunRepository,
    private readonly steps: RunStepsService,
    private readonly provider: ProviderService,
    private readonly jobs: JobsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ run_id }: { run_id: string }): Promise<void> {
    const run = await this.claim(run_id);
    if (!run) return;
    const step = await this.steps.next(run);
    if (!step) return this.end(run, { status: 'canceled', input_tokens: run.attempts > 1 ? run.input_tokens : 0 });
    if (run.attempts > MOST_ATTEMPTS) return this.end(run, { status: 'failed', error: SILENT });
    const stop = new AbortController();
    const look = setInterval(() => void this.stopIfLost(run, stop), LOOK_MS);
    try {
      await this.take(run, step, await this.provider.ask(step.messages, stop.signal));
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      if (!stop.signal.aborted) await this.fail(run, step, error);
    } finally {
      clearInterval(look);
    }
  }

  /** With the job that looks at it when the lease is over. */
  private claim(id: string): Promise<Run | undefined> {
    return this.database.transaction(async () => {
      const run = await this.runs.claim(id);
      if (run) await this.jobs.enqueue(this as AiRunJob, { run_id: id }, WATCH_SECONDS);
      return run;
    });
  }

  /** A run that was cancelled, or that another worker has, needs no answer. A database that is away does not end it. */
  private async stopIfLost(run: Run, stop: AbortController): Promise<void> {
    const isMine = await this.database.transaction(() => this.runs.renew(run)).catch(() => true);
    if (!isMine) stop.abort();
  }

  private async take(run: Run, step: Step, answer: ProviderAnswer): Promise<void> {
    const { model } = answer;
    const tokens = tokensOf(run, step, answer);
    if (!step.isLast) {
      const state = { ...run.state, failures: 0, parts: [...(run.state.parts ?? []), answer.text] };
      return this.release(run, { status: 'running', seconds: 0, state, model, ...tokens });
    }
    await this.end(run, { status: 'completed', ...this.steps.result(run, answer.text), model, ...tokens });
  }

  private async fail(run: Run, step: Step, failure: ProviderFailure): Promise<void> {
    const failures = run.state.failures ?? 0;
    const seconds = PAUSES[failures];
    const known = { input_tokens: run.input_tokens, output_tokens: run.output_tokens };
    if (failure.isPassing && seconds !== undefined) {
      const state = { ...run.state, failures: failures + 1 };
      return this.release(run, { status: 'queued', seconds, state, model: null, ...known });
    }
    const partial = failure.text;
    const tokens = partial ? tokensOf(run, step, { output_tokens: estimateTokens(partial) }) : used(run);
    await this.end(run, { status: 'failed', error: failure.message, output: partial || null, ...tokens });
  }

  private release(run: Run, waiting: Waiting): Promise<void> {
    return this.database.transaction(async () => {
      if (await this.runs.release(run, waiting))
        await this.jobs.enqueue(this as AiRunJob, { run_id: run.id }, waiting.seconds);
    });
  }

  private async end(run: Run, ending: Partial<Ending> & Pick<Ending, 'status'>): Promise<void> {
    const nothing = { output: null, citations: [], reason: null, error: null, model: null };
    const known = { input_tokens: run.input_tokens, output_tokens: run.output_tokens };
    await this.database.transaction(() => this.runs.finish(run, { ...nothing, ...known, ...ending }));
  }
}

/** What the run has used: with the first answer, what was estimated gives way to what is reported. */
function tokensOf(
  run: Run,
  { messages }: Step,
  answer: Pick<ProviderAnswer, 'input_tokens' | 'output_tokens'>,
): { input_tokens: number; output_tokens: number } {
  const input = answer.input_tokens ?? askedTokens(messages);
  return {
    input_tokens: used(run).input_tokens + input,
    output_tokens: used(run).output_tokens + answer.output_tokens,
  };
}

/** The tokens of the answers so far. */
const used = (run: Run) =>
  run.output_tokens === null
    ? { input_tokens: 0, output_tokens: 0 }
    : { input_tokens: run.input_tokens ?? 0, output_tokens: run.output_tokens };

export const askedTokens = (messages: Message[]) => estimateTokens(messages.map(({ content }) => content).join(''));
