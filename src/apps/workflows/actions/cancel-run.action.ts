import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { RUN, type WorkflowRun } from '../entities/run.entity.js';
import { RunRepository } from '../running/run.repository.js';
import { RunStarts } from '../running/run-starts.service.js';
import { RunView, wholeRunOf } from '../workflows.views.js';

class Input {
  @Uuid() run_id!: string;
}
export class RunResult extends answerWith('run', () => RunView) {}

@Action('cancel-run', {
  access: 'owner',
  target: RUN,
  changes: true,
  description: 'Ends a run: at once where it is queued or waits, else after the step in hand.',
  input: Input,
  result: RunResult,
})
export class CancelRun {
  constructor(
    private readonly runs: RunRepository,
    private readonly starts: RunStarts,
  ) {}

  async run({ target }: Call<Input, WorkflowRun>): Promise<RunResult> {
    const [cancelled] = await this.runs.cancel({ runId: target.id });
    if (cancelled) await this.starts.wake();
    return { run: wholeRunOf(cancelled ?? target) };
  }
}
