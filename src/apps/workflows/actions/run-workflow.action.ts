import { IsBoolean } from 'class-validator';
import { Chars, IsPlainObject, Optional, Uuid } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call, type EarlyCall } from '../../kernel/calls/action.js';
import { DefinitionsService } from '../definitions.service.js';
import { WORKFLOW, type Workflow } from '../entities/workflow.entity.js';
import type { Definition } from '../language/definition.js';
import { RunStarts } from '../running/run-starts.service.js';
import { VersionRepository } from '../workflow.repository.js';
import { wholeRunOf } from '../workflows.views.js';
import { RunResult } from './cancel-run.action.js';

const LARGEST = 256 * 1024;

class Input {
  @Uuid() workflow_id!: string;
  @Optional() @IsPlainObject() input?: Record<string, unknown>;
  /** Tests the draft. Its steps really act. */
  @Optional() @IsBoolean() use_draft?: boolean;
  @Optional() @Chars(1, 100) dedupe_key?: string;
}

@Action('run-workflow', {
  access: 'owner',
  target: WORKFLOW,
  changes: true,
  description: 'Starts a run by hand, whatever the trigger is. The same dedupe_key again answers the first run.',
  input: Input,
  result: RunResult,
  refuses: {
    400: ['Input required: <key>'],
    409: ['Workflow is not published', 'Queue is full', 'Run limit reached'],
  },
})
export class RunWorkflow {
  constructor(
    private readonly starts: RunStarts,
    private readonly versions: VersionRepository,
    private readonly definitions: DefinitionsService,
  ) {}

  async prepare({ input: { input = {} } }: EarlyCall<Input>): Promise<void> {
    if (Buffer.byteLength(JSON.stringify(input)) > LARGEST)
      throw invalid({ field: 'input', message: 'input must be at most 256 KiB' });
  }

  async run({ input: given, target: workflow }: Call<Input, Workflow>): Promise<RunResult> {
    const { input = {}, use_draft, dedupe_key } = given;
    const { version, definition } = use_draft ? await this.draftOf(workflow) : await this.activeOf(workflow);
    expectFields(definition, input);
    const key = dedupe_key === undefined ? null : `manual:${dedupe_key}`;
    const test = use_draft ? { definition } : {};
    const run = await this.starts.start(workflow, { trigger: 'manual', input, version, ...test, dedupe_key: key });
    return { run: wholeRunOf(run) };
  }

  private async draftOf({ draft, owner_id }: Workflow) {
    return { version: 0, definition: await this.definitions.expectComplete(draft, owner_id) };
  }

  private async activeOf({ id, active_version: version, status }: Workflow) {
    if (version === null || status === 'archived') throw new Refusal(409, 'Workflow is not published');
    const { definition } = await this.versions.the({ workflow_id: id, version }, 'Version');
    return { version, definition: definition as Definition };
  }
}

function expectFields({ trigger }: Definition, input: Record<string, unknown>): void {
  if (trigger.kind !== 'manual') return;
  for (const { key, type, required } of trigger.fields ?? []) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    if (required && (value === undefined || value === null || value === ''))
      throw new Refusal(400, `Input required: ${key}`);
    if (value !== undefined && value !== null && typeof value !== type)
      throw invalid({ field: `input.${key}`, message: `${key} must be a ${type}` });
  }
}
