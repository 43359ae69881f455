import { IsIn } from 'class-validator';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { LENGTHS, type Length, RunInput } from '../ai-docs.inputs.js';
import { RunResult, runResult } from '../ai-docs.views.js';
import { type Doc, UNLOCKED_DOC } from '../entities/doc.entity.js';
import { estimateTokens } from '../extract/code-points.js';
import { RunStepsService } from '../runs/run-steps.service.js';
import { LIMIT_REACHED, RunsService, TOO_MANY_RUNS } from '../runs/runs.service.js';
import { SummaryService } from '../runs/summary.service.js';

const FORMATS = ['paragraph', 'bullets'] as const;
export const ASKED_METHODS = ['auto', 'extractive'] as const;
export type AskedMethod = (typeof ASKED_METHODS)[number];

class Input extends RunInput {
  @Uuid() doc_id!: string;
  /** At most 3, 7 or 15 sentences. */
  @Optional() @IsIn(LENGTHS) length?: Length;
  @Optional() @IsIn(FORMATS) format?: (typeof FORMATS)[number];
  /** `extractive`: sentences of the text itself, without the provider. */
  @Optional() @IsIn(ASKED_METHODS) method?: AskedMethod;
}

const MOST_PARTS = 20;
const IS_EMPTY = 'Doc is empty';
const TOO_LONG = 'Doc is too long for the AI provider';

@Action('summarize-doc', {
  access: 'owner',
  target: UNLOCKED_DOC,
  changes: true,
  description: 'Sums a document up: by the AI provider, or by its own most telling sentences, which takes no time.',
  input: Input,
  result: RunResult,
  refuses: { 400: [IS_EMPTY, TOO_LONG], 409: [TOO_MANY_RUNS, LIMIT_REACHED] },
})
export class SummarizeDoc {
  constructor(
    private readonly runs: RunsService,
    private readonly steps: RunStepsService,
    private readonly summaries: SummaryService,
  ) {}

  async run({ input, target: doc }: Call<Input, Doc>): Promise<RunResult> {
    const { format = 'paragraph', method = 'auto', idempotency_key } = input;
    const known = await this.runs.known(doc.owner_id, idempotency_key);
    if (known) return runResult(known);
    if (doc.deleted_at) throw notFound('Doc');
    if (!doc.body.trim()) throw new Refusal(400, IS_EMPTY);
    const settings = await this.runs.settingsOf(doc.owner_id);
    const length = input.length ?? settings.summary_length;
    const run = {
      owner_id: doc.owner_id,
      doc_id: doc.id,
      operation: 'summarize' as const,
      input: { length, format, method },
      source_doc_ids: [doc.id],
      base_revision: doc.revision,
      idempotency_key,
    };
    if (this.runs.methodOf(method, settings, doc.ai_allowed) === 'extractive')
      return runResult(await this.runs.complete({ ...run, ...(await this.summaries.extract(doc, length, format)) }));
    if (this.steps.parts(doc.body).length > MOST_PARTS) throw new Refusal(400, TOO_LONG);
    return runResult(await this.runs.enqueue(run, estimateTokens(doc.body)));
  }
}
