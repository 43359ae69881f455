import { IsIn, IsInt, Max, Min } from 'class-validator';
import { Chars, Optional, Uuid, Words } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MOST_CHARACTERS, RunInput } from '../ai-docs.inputs.js';
import { RunResult, runResult } from '../ai-docs.views.js';
import { type Doc, UNLOCKED_DOC } from '../entities/doc.entity.js';
import { countPoints, placeOf } from '../extract/code-points.js';
import { askedTokens } from '../jobs/ai-run.job.js';
import { type Preset, PRESETS, rewriting, type RewriteWish } from '../provider/prompts.js';
import { NOT_CONFIGURED, ProviderService } from '../provider/provider.service.js';
import { KEPT, LIMIT_REACHED, RunsService, SWITCHED_OFF, TOO_MANY_RUNS } from '../runs/runs.service.js';
import { DOC_CHANGED, docChanged } from '../writing/proposals.service.js';

class Input extends RunInput {
  @Uuid() doc_id!: string;
  @IsInt() @Min(1) @Max(2_147_483_647) base_revision!: number;
  /** In characters (Unicode code points); without them it is the whole document. */
  @Optional() @IsInt() @Min(0) @Max(MOST_CHARACTERS * 2) start?: number;
  @Optional() @IsInt() @Min(0) @Max(MOST_CHARACTERS * 2) end?: number;
  @Optional() @IsIn(PRESETS) preset?: Preset;
  @Optional() @Words(1000) instruction?: string;
  /** For the preset `translate`. */
  @Optional() @Chars(1, 60) target_language?: string;
}

const MOST_PASSAGE = 20_000;
const NO_WISH = 'Give a preset or an instruction';
const OUT_OF_RANGE = 'Passage is out of range';
const TOO_LONG = 'Passage is too long';

@Action('rewrite-text', {
  access: 'owner',
  target: UNLOCKED_DOC,
  changes: true,
  description: 'Has a passage written anew. It is a proposal, which update-doc puts in place of the passage.',
  input: Input,
  result: RunResult,
  refuses: {
    400: [NO_WISH, OUT_OF_RANGE, TOO_LONG],
    409: [DOC_CHANGED, KEPT, SWITCHED_OFF, TOO_MANY_RUNS, LIMIT_REACHED],
    503: [NOT_CONFIGURED],
  },
})
export class RewriteText {
  constructor(
    private readonly runs: RunsService,
    private readonly provider: ProviderService,
  ) {}

  async run({ input, target: doc }: Call<Input, Doc>): Promise<RunResult> {
    this.provider.expectConfigured();
    const { base_revision, preset, instruction, target_language, idempotency_key } = input;
    if (!preset && !instruction) throw new Refusal(400, NO_WISH);
    const known = await this.runs.known(doc.owner_id, idempotency_key);
    if (known) return runResult(known);
    if (doc.deleted_at) throw notFound('Doc');
    const settings = await this.runs.settingsOf(doc.owner_id);
    this.runs.expectSendable(settings, [doc]);
    if (doc.revision !== base_revision) throw docChanged();
    const passage = passageOf(doc.body, input);
    const tone = settings.tone;
    const wish: RewriteWish = { ...passage, preset, instruction, target_language, ...(tone !== null && { tone }) };
    const run = await this.runs.enqueue(
      {
        owner_id: doc.owner_id,
        doc_id: doc.id,
        operation: 'rewrite',
        input: { ...wish },
        source_doc_ids: [doc.id],
        base_revision,
        idempotency_key,
      },
      askedTokens(rewriting(wish)),
    );
    return runResult(run);
  }
}

function passageOf(body: string, { start = 0, end }: Pick<Input, 'start' | 'end'>) {
  const length = countPoints(body);
  const last = end ?? length;
  if (start >= last || last > length) throw new Refusal(400, OUT_OF_RANGE);
  if (last - start > MOST_PASSAGE) throw new Refusal(400, TOO_LONG);
  return { passage: body.slice(placeOf(body, start), placeOf(body, last)), start, end: last };
}
