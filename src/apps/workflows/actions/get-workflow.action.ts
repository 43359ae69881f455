import { Allow, IsInt, IsString, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { ListOf, Nullable, Optional, Time, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DefinitionsService } from '../definitions.service.js';
import { WORKFLOW, type Workflow } from '../entities/workflow.entity.js';
import { HookAddresses } from '../hook-addresses.service.js';
import type { Definition } from '../language/definition.js';
import { VersionRepository } from '../workflow.repository.js';
import { ProblemView, WorkflowView, workflowOf } from '../workflows.views.js';

class Input {
  @Uuid() workflow_id!: string;
  @Optional() @IsInt() @Min(1) @Max(1_000_000) version?: number;
}
class VersionView {
  @IsInt() version!: number;
  @Time() created_at!: Date;
}
class Result extends answerWith('workflow', () => WorkflowView) {
  @Allow() definition!: object;
  @ListOf(() => ProblemView) problems!: ProblemView[];
  @ListOf(() => VersionView) versions!: VersionView[];
  /** Where the hook of the active version takes calls. */
  @Nullable() @IsString() hook_url!: string | null;
  @Nullable() @Time() next_run_at!: Date | null;
}

@Action('get-workflow', {
  access: 'owner',
  target: WORKFLOW,
  description: 'The draft, or a version, with what is wrong with it and the last 20 versions.',
  input: Input,
  result: Result,
  refuses: { 404: ['Version not found'] },
})
export class GetWorkflow {
  constructor(
    private readonly versions: VersionRepository,
    private readonly definitions: DefinitionsService,
    private readonly addresses: HookAddresses,
  ) {}

  async run({ input: { version }, target: workflow }: Call<Input, Workflow>): Promise<Result> {
    const { id, owner_id, hook_token, active_version, next_run_at } = workflow;
    const definition = version === undefined ? workflow.draft : await this.versionOf(id, version);
    const [problems, versions, active] = await Promise.all([
      this.definitions.problems(definition, owner_id),
      this.versions.last(id),
      hook_token && active_version ? this.versionOf(id, active_version) : undefined,
    ]);
    const hook_url = hook_token && active?.trigger.kind === 'hook' ? this.addresses.of(hook_token) : null;
    return { workflow: workflowOf(workflow), definition, problems, versions, hook_url, next_run_at };
  }

  private async versionOf(workflow_id: string, version: number): Promise<Definition> {
    return (await this.versions.the({ workflow_id, version }, 'Version')).definition as Definition;
  }
}
