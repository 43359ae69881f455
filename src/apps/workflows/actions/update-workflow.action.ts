import { IsIn, IsInt, Max, Min } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Chars, Instant, IsPlainObject, Nullable, Optional, Uuid, Words } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call, type EarlyCall } from '../../kernel/calls/action.js';
import { DefinitionsService } from '../definitions.service.js';
import { CONCURRENCIES, WORKFLOW, type Workflow } from '../entities/workflow.entity.js';
import { VersionRepository, WorkflowRepository } from '../workflow.repository.js';
import { workflowOf } from '../workflows.views.js';
import { DraftResult } from './create-workflow.action.js';

class Input {
  @Uuid() workflow_id!: string;
  @Optional() @Words(120) name?: string;
  @Optional() @Nullable() @Chars(0, 2_000) description?: string | null;
  @Optional() @IsPlainObject() definition?: object;
  /** Brings the definition of a version back; used where no definition is given. */
  @Optional() @IsInt() @Min(1) @Max(1_000_000) from_version?: number;
  @Optional() @IsIn(CONCURRENCIES) concurrency?: (typeof CONCURRENCIES)[number];
  @Optional() @Instant() expected_updated_at?: string;
}

@Action('update-workflow', {
  access: 'owner',
  target: WORKFLOW,
  changes: true,
  description: 'Changes the draft. What is active runs on until publish-workflow.',
  input: Input,
  result: DraftResult,
  refuses: {
    400: ['Definition is larger than 128 KiB'],
    404: ['Version not found'],
    409: ['Workflow has changed'],
  },
})
export class UpdateWorkflow {
  constructor(
    private readonly workflows: WorkflowRepository,
    private readonly versions: VersionRepository,
    private readonly definitions: DefinitionsService,
  ) {}

  async prepare({ input }: EarlyCall<Input>): Promise<void> {
    this.definitions.expectSize(input.definition);
  }

  async run({ input, target }: Call<Input, Workflow>): Promise<DraftResult> {
    const { name, description, concurrency, expected_updated_at, from_version: version, definition } = input;
    if (expected_updated_at !== undefined && Date.parse(expected_updated_at) !== +target.updated_at)
      throw new Refusal(409, 'Workflow has changed');
    const old =
      definition ??
      (version === undefined
        ? undefined
        : (await this.versions.the({ workflow_id: target.id, version }, 'Version')).definition);
    const changes = { name, description, concurrency, draft: old, updated_at: NOW };
    const workflow = (await this.workflows.updateOne({ id: target.id }, changes)) as Workflow;
    const problems = await this.definitions.problems(workflow.draft, workflow.owner_id);
    return { workflow: workflowOf(workflow), problems };
  }
}
