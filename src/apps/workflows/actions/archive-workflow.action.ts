import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { WORKFLOW, type Workflow } from '../entities/workflow.entity.js';
import { PublishingService } from '../publishing.service.js';
import { RunRepository } from '../running/run.repository.js';
import { workflowOf } from '../workflows.views.js';
import { TurnedOffResult } from './pause-workflow.action.js';

class Input {
  @Uuid() workflow_id!: string;
}

@Action('archive-workflow', {
  access: 'owner',
  target: WORKFLOW,
  changes: true,
  description: 'Turns the trigger off, cancels open runs and hides the workflow. publish-workflow brings it back.',
  input: Input,
  result: TurnedOffResult,
})
export class ArchiveWorkflow {
  constructor(
    private readonly publishing: PublishingService,
    private readonly runs: RunRepository,
  ) {}

  async run({ target }: Call<Input, Workflow>): Promise<TurnedOffResult> {
    const cancelled = await this.runs.cancel({ workflowId: target.id });
    const workflow = target.status === 'archived' ? target : await this.publishing.turnOff(target, 'archived');
    return { workflow: workflowOf(workflow), runs_cancelled: cancelled.length };
  }
}
