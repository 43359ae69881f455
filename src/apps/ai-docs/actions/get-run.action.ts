import { IsBoolean } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { RunResult, runResult } from '../ai-docs.views.js';
import { RUN, type Run } from '../entities/run.entity.js';
import { RunRepository } from '../runs/run.repository.js';

class Input {
  @Uuid() run_id!: string;
  /** Of a run that is queued or running. A later answer is dropped. */
  @Optional() @IsBoolean() cancel?: boolean;
}

const IS_FINISHED = 'Run is finished';

@Action('get-run', {
  access: 'owner',
  target: { ...RUN, lock: false },
  // It is asked again and again until the result is there.
  notes: true,
  description: 'A run with its result, or cancels it.',
  input: Input,
  result: RunResult,
  refuses: { 409: [IS_FINISHED] },
})
export class GetRun {
  constructor(private readonly runs: RunRepository) {}

  async run({ input, target: run }: Call<Input, Run>): Promise<RunResult> {
    if (!input.cancel) return runResult(run);
    // What waits in the queue for the first time has sent nothing.
    const tokens = run.attempts ? {} : { input_tokens: 0 };
    const over = { lease_token: null, lease_until: null, wake_at: null, finished_at: NOW };
    const changes = { ...tokens, ...over, status: 'canceled' as const };
    const canceled = await this.runs.updateOne({ id: run.id, finished_at: null }, changes);
    if (!canceled) throw new Refusal(409, IS_FINISHED);
    return runResult(canceled);
  }
}
