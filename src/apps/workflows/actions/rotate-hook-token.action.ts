import { IsInt, IsString, Max, Min } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Nullable, Optional, Time, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { WORKFLOW, type Workflow } from '../entities/workflow.entity.js';
import { HookAddresses, newHookToken } from '../hook-addresses.service.js';
import type { Definition } from '../language/definition.js';
import { VersionRepository, WorkflowRepository } from '../workflow.repository.js';

class Input {
  @Uuid() workflow_id!: string;
  @Optional() @IsInt() @Min(0) @Max(1_440) keep_old_minutes?: number;
}
class Result {
  @IsString() hook_url!: string;
  @Nullable() @Time() old_valid_until!: Date | null;
}

@Action('rotate-hook-token', {
  access: 'owner',
  target: WORKFLOW,
  changes: true,
  description: 'Another address for the hook; the old one may take calls for some time.',
  input: Input,
  result: Result,
  refuses: { 409: ['Workflow has no hook trigger'] },
})
export class RotateHookToken {
  constructor(
    private readonly workflows: WorkflowRepository,
    private readonly versions: VersionRepository,
    private readonly addresses: HookAddresses,
  ) {}

  async run({ input: { keep_old_minutes: minutes = 0 }, target }: Call<Input, Workflow>): Promise<Result> {
    const { id, active_version: version, hook_token: old } = target;
    const active = version === null ? undefined : await this.versions.findOne({ workflow_id: id, version });
    if (!old || (active?.definition as Definition | undefined)?.trigger.kind !== 'hook')
      throw new Refusal(409, 'Workflow has no hook trigger');
    const hook_token = newHookToken();
    const old_hook_until = minutes ? new Date(Date.now() + minutes * 60_000) : null;
    const old_hook_token = minutes ? old : null;
    await this.workflows.updateOne({ id }, { hook_token, old_hook_token, old_hook_until, updated_at: NOW });
    return { hook_url: this.addresses.of(hook_token), old_valid_until: old_hook_until };
  }
}
