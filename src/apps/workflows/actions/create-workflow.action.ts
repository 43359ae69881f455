import { IsIn } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Chars, IsPlainObject, ListOf, Optional, Words } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call, type EarlyCall } from '../../kernel/calls/action.js';
import { DefinitionsService } from '../definitions.service.js';
import { CONCURRENCIES } from '../entities/workflow.entity.js';
import { EMPTY_DEFINITION } from '../language/definition.js';
import { WorkflowRepository } from '../workflow.repository.js';
import { ProblemView, WorkflowView, workflowOf } from '../workflows.views.js';

const MOST = 100;

class Input {
  @Words(120) name!: string;
  @Optional() @Chars(0, 2_000) description?: string;
  @Optional() @IsPlainObject() definition?: object;
  @Optional() @IsIn(CONCURRENCIES) concurrency?: (typeof CONCURRENCIES)[number];
}

export class DraftResult extends answerWith('workflow', () => WorkflowView) {
  @ListOf(() => ProblemView) problems!: ProblemView[];
}

@Action('create-workflow', {
  access: 'authenticated',
  changes: true,
  about: 'workflow',
  description: 'A draft, which may be unfinished: the answer says what it lacks.',
  input: Input,
  result: DraftResult,
  refuses: { 400: ['Definition is larger than 128 KiB'], 409: ['At most 100 workflows'] },
})
export class CreateWorkflow {
  constructor(
    private readonly workflows: WorkflowRepository,
    private readonly definitions: DefinitionsService,
  ) {}

  async prepare({ input }: EarlyCall<Input>): Promise<void> {
    this.definitions.expectSize(input.definition);
  }

  async run({ input, caller, operationId }: Call<Input>): Promise<DraftResult> {
    const { name, description = null, concurrency, definition: draft = EMPTY_DEFINITION } = input;
    await this.workflows.lockOwner(caller.id);
    if ((await this.workflows.countWhere({ owner_id: caller.id })) >= MOST)
      throw new Refusal(409, 'At most 100 workflows');
    const values = { id: operationId, owner_id: caller.id, name, description, concurrency, draft };
    const workflow = await this.workflows.insert(values);
    return { workflow: workflowOf(workflow), problems: await this.definitions.problems(draft, caller.id) };
  }
}
