import { ArrayMaxSize, IsArray, IsIn } from 'class-validator';
import { Chars, Optional, Uuid, Words } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { LENGTHS, type Length, RunInput } from '../ai-docs.inputs.js';
import { RunResult, runResult } from '../ai-docs.views.js';
import { askedTokens } from '../jobs/ai-run.job.js';
import { NOT_CONFIGURED, ProviderService } from '../provider/provider.service.js';
import { RunStepsService } from '../runs/run-steps.service.js';
import { KEPT, LIMIT_REACHED, RunsService, SWITCHED_OFF, TOO_MANY_RUNS } from '../runs/runs.service.js';

const KINDS = ['draft', 'outline', 'email', 'post', 'product_description', 'faq'] as const;
const PLACES = ['append', 'replace'] as const;

class Input extends RunInput {
  @Words(4000, { min: 3 }) prompt!: string;
  /** Where it is meant to go. What it is appended to is sent to the provider, too. */
  @Optional() @Uuid() doc_id?: string;
  @Optional() @IsIn(PLACES) place?: (typeof PLACES)[number];
  @Optional() @IsIn(KINDS) kind?: (typeof KINDS)[number];
  @Optional() @Chars(1, 60) tone?: string;
  @Optional() @IsIn(LENGTHS) length?: Length;
  /** Documents whose facts are used. */
  @Optional() @IsArray() @ArrayMaxSize(10) @Uuid({ each: true }) source_doc_ids?: string[];
}

@Action('generate-text', {
  access: 'authenticated',
  changes: true,
  about: 'run',
  description: 'Has a text written. It is a proposal, which update-doc puts into a document.',
  input: Input,
  result: RunResult,
  refuses: {
    404: ['Doc not found'],
    409: [KEPT, SWITCHED_OFF, TOO_MANY_RUNS, LIMIT_REACHED],
    503: [NOT_CONFIGURED],
  },
})
export class GenerateText {
  constructor(
    private readonly runs: RunsService,
    private readonly steps: RunStepsService,
    private readonly provider: ProviderService,
  ) {}

  async run({ input: { idempotency_key, ...given }, caller }: Call<Input>): Promise<RunResult> {
    this.provider.expectConfigured();
    const known = await this.runs.known(caller.id, idempotency_key);
    if (known) return runResult(known);
    const settings = await this.runs.settingsOf(caller.id);
    const input = {
      ...given,
      place: given.place ?? 'append',
      kind: given.kind ?? 'draft',
      tone: given.tone ?? settings.tone,
      length: given.length ?? 'medium',
    };
    const ids = [...new Set([...(input.source_doc_ids ?? []), ...(input.doc_id ? [input.doc_id] : [])])];
    const docs = await this.runs.docsOf(ids, caller.id);
    this.runs.expectSendable(settings, docs);
    const run = await this.runs.enqueue(
      {
        owner_id: caller.id,
        doc_id: input.doc_id,
        operation: 'generate',
        input: withoutUndefined(input),
        source_doc_ids: ids,
        base_revision: docs.find(({ id }) => id === input.doc_id)?.revision,
        idempotency_key,
      },
      askedTokens(await this.steps.generation(caller.id, input)),
    );
    return runResult(run);
  }
}

const withoutUndefined = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
