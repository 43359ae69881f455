import { IsInt } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { WORKFLOW, type Workflow } from '../entities/workflow.entity.js';
import { PublishingService } from '../publishing.service.js';
import { WorkflowView, workflowOf } from '../workflows.views.js';

class Input {
  @Uuid() workflow_id!: string;
}
class Result extends answerWith('workflow', () => WorkflowView) {
  @IsInt() version!: number;
}

@Action('publish-workflow', {
  access: 'owner',
  target: WORKFLOW,
  changes: true,
  description: 'Freezes the draft as the next version and turns its trigger on. Running runs end on theirs.',
  input: Input,
  result: Result,
  refuses: { 409: ['At most 50 active workflows'] },
})
export class PublishWorkflow {
  constructor(private readonly publishing: PublishingService) {}

  async run({ target }: Call<Input, Workflow>): Promise<Result> {
    const workflow = await this.publishing.publish(target);
    return { workflow: workflowOf(workflow), version: workflow.active_version as number };
  }
}
