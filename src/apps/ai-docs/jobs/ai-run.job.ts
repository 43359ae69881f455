import type { Values } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { RunWorkerJob } from '../../kernel/runs/run-worker.job.js';
import type { Run } from '../entities/run.entity.js';
import { estimateTokens } from '../extract/code-points.js';
import type { ProviderAnswer } from '../provider/provider-answer.js';
import { ProviderFailure, SILENT } from '../provider/provider-failure.js';
import { type Message, ProviderService } from '../provider/provider.service.js';
import { RunRepository } from '../runs/run.repository.js';
import { RunStepsService, type Step } from '../runs/run-steps.service.js';

/** Seconds until the next try. */
const PAUSES = [5, 20, 60];
/** A run whose workers die again and again is given up. */
const MOST_ATTEMPTS = 40;

/** Asks the provider the questions of runs. No transaction waits for the provider. */
@AppProvider()
export class AiRunJob extends RunWorkerJob<Run> {
  readonly name = 'ai-docs.ai-run';
  /** The transfer of a cancelled run ends within this time. */
  protected override readonly renewMs = 2_000;

  constructor(
    protected readonly runs: RunRepository,
    private readonly steps: RunStepsService,
    private readonly provider: ProviderService,
  ) {
    super();
  }

  protected async work(run: Run, end: AbortSignal): Promise<void> {
    for (let left: Run | undefined = run; left;) left = await this.ask(left, end);
  }

  /** One question. Returns the run if it has another. */
  private async ask(run: Run, end: AbortSignal): Promise<Run | undefined> {
    const step = await this.steps.next(run);
    if (!step) return this.end(run, { status: 'canceled', ...(run.attempts === 1 && used(run)) });
    if (run.attempts > MOST_ATTEMPTS) return this.end(run, { status: 'failed', error: SILENT });
    try {
      return await this.take(run, step, await this.provider.ask(step.messages, end));
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      return end.aborted ? this.wait(run, 0) : this.fail(run, step, error);
    }
  }

  private async take(run: Run, step: Step, answer: ProviderAnswer): Promise<Run | undefined> {
    const got = { model: answer.model, ...tokensOf(run, step, answer) };
    if (step.isLast) return this.end(run, { status: 'completed', ...this.steps.result(run, answer.text), ...got });
    const state = { ...run.state, failures: 0, parts: [...(run.state.parts ?? []), answer.text] };
    const isMine = await this.database.transaction(() => this.runs.keep(run, { state, ...got }));
    return isMine ? { ...run, state, ...got } : undefined;
  }

  private fail(run: Run, step: Step, { message: error, isPassing, text }: ProviderFailure): Promise<undefined> {
    const failures = run.state.failures ?? 0;
    const seconds = PAUSES[failures];
    if (isPassing && seconds !== undefined) return this.wait(run, seconds, { ...run.state, failures: failures + 1 });
    const tokens = text ? tokensOf(run, step, { output_tokens: estimateTokens(text) }) : used(run);
    return this.end(run, { status: 'failed', error, output: text || null, ...tokens });
  }

  private async wait(run: Run, seconds: number, state = run.state): Promise<undefined> {
    await this.database.transaction(async () => {
      await this.runs.keep(run, { state });
      await this.runs.wait(run, new Date(Date.now() + seconds * 1000));
    });
  }

  private async end(run: Run, values: Values<Run>): Promise<undefined> {
    await this.database.transaction(() => this.runs.end(run, values));
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
