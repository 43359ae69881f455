import { IsBoolean, IsIn } from 'class-validator';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { RUN, type WorkflowRun } from '../entities/run.entity.js';
import type { Workflow } from '../entities/workflow.entity.js';
import { RunStarts } from '../running/run-starts.service.js';
import { StepRepository } from '../running/step.repository.js';
import { WorkflowRepository } from '../workflow.repository.js';
import { wholeRunOf } from '../workflows.views.js';
import { RunResult } from './cancel-run.action.js';

class Input {
  @Uuid() run_id!: string;
  @Optional() @IsIn(['failed_step', 'start']) from?: 'failed_step' | 'start';
  @Optional() @IsBoolean() use_latest?: boolean;
}

@Action('retry-run', {
  access: 'owner',
  target: RUN,
  changes: true,
  description: 'A new run with the same input. From the failed step, what has succeeded is not done again.',
  input: Input,
  result: RunResult,
  refuses: {
    400: ['use_latest needs from start'],
    409: ['Run has not failed', 'Workflow is not published', 'Queue is full', 'Run limit reached'],
  },
})
export class RetryRun {
  constructor(
    private readonly workflows: WorkflowRepository,
    private readonly steps: StepRepository,
    private readonly starts: RunStarts,
  ) {}

  async run({ input, target }: Call<Input, WorkflowRun>): Promise<RunResult> {
    const { from = 'failed_step', use_latest } = input;
    if (use_latest && from !== 'start') throw new Refusal(400, 'use_latest needs from start');
    if (!['failed', 'timed_out', 'cancelled'].includes(target.status)) throw new Refusal(409, 'Run has not failed');
    const workflow = (await this.workflows.findOne({ id: target.workflow_id }, { lock: 'no key update' })) as Workflow;
    if (use_latest && workflow.active_version === null) throw new Refusal(409, 'Workflow is not published');
    const { id: retry_of, input: given, depth } = target;
    const latest = use_latest ? (workflow.active_version as number) : undefined;
    const definition = latest === undefined ? (target.definition ?? undefined) : undefined;
    const version = latest ?? target.version;
    const run = await this.starts.start(workflow, {
      trigger: 'retry',
      input: given,
      version,
      definition,
      depth,
      retry_of,
    });
    if (from === 'failed_step') await this.steps.copy(retry_of, run.id);
    return { run: wholeRunOf(run) };
  }
}
