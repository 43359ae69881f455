import { IsBoolean, IsInt } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { WORKFLOW, type Workflow } from '../entities/workflow.entity.js';
import { PublishingService } from '../publishing.service.js';
import { RunRepository } from '../running/run.repository.js';
import { WorkflowView, workflowOf } from '../workflows.views.js';

class Input {
  @Uuid() workflow_id!: string;
  @Optional() @IsBoolean() cancel_runs?: boolean;
}
export class TurnedOffResult extends answerWith('workflow', () => WorkflowView) {
  @IsInt() runs_cancelled!: number;
}

@Action('pause-workflow', {
  access: 'owner',
  target: WORKFLOW,
  changes: true,
  description: 'Turns the trigger off. Open runs go on unless cancel_runs says otherwise.',
  input: Input,
  result: TurnedOffResult,
  refuses: { 409: ['Workflow is not active'] },
})
export class PauseWorkflow {
  constructor(
    private readonly publishing: PublishingService,
    private readonly runs: RunRepository,
  ) {}

  async run({ input, target }: Call<Input, Workflow>): Promise<TurnedOffResult> {
    if (target.status === 'draft' || target.status === 'archived') throw new Refusal(409, 'Workflow is not active');
    const workflow = target.status === 'paused' ? target : await this.publishing.turnOff(target, 'paused');
    const cancelled = input.cancel_runs ? await this.runs.cancel({ workflowId: target.id }) : [];
    return { workflow: workflowOf(workflow), runs_cancelled: cancelled.length };
  }
}
