import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { type Fault, invalid, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { contentOf } from '../../kernel/calls/by-kind.js';
import { BatchedCode, Logo } from '../code.inputs.js';
import { CodeCreationService } from '../codes/code-creation.service.js';
import { type Drafts, CodeDraftsService } from '../codes/code-drafts.service.js';
import { CodesService } from '../codes/codes.service.js';
import { CONTENTS } from '../contents/contents.js';
import { LOGO_FAULT } from '../drawing/logo.js';
import { Style } from '../drawing/style.input.js';
import { CodeView } from '../qr.views.js';
import { CONFLICTS, isRight, STYLE_FAULTS } from '../refusals.js';

class Input {
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(200) @ListOf(() => BatchedCode) codes!: BatchedCode[];
  /** Of all of them. */
  @Optional() @Nested(() => Style) style?: Style;
  @Optional() @Nullable() @Logo() logo_png?: string | null;
}

class Result {
  @Uuid() batch_id!: string;
  @ListOf(() => CodeView) codes!: CodeView[];
}

@Action('bulk-create-codes', {
  access: 'authenticated',
  changes: true,
  about: { code: 'codes' },
  description: 'Makes up to 200 codes of one style, or none and tells what is wrong with each.',
  input: Input,
  result: Result,
  refuses: { 400: [...STYLE_FAULTS, LOGO_FAULT], 409: CONFLICTS },
})
export class BulkCreateCodes {
  constructor(
    private readonly drafts: CodeDraftsService,
    private readonly creation: CodeCreationService,
    private readonly codes: CodesService,
  ) {}

  async prepare({ input, caller }: Preparation<Input>): Promise<Drafts> {
    const wrong = await Promise.all(input.codes.map(readContent));
    const right = [...input.codes.entries()].filter(([at]) => !wrong[at]?.length);
    const { rows, ...look } = await this.drafts.of(
      caller.id,
      right.map(([, code]) => code),
      input,
    );
    const places = right.map(([at]) => at);
    const faults = rows.flatMap((row, n) => (row instanceof Refusal ? faultsOf(row, places[n] as number) : []));
    const all = [...wrong.flat(), ...faults];
    if (all.length) throw invalid(...all);
    return { ...look, rows: rows.filter(isRight) };
  }

  async run({ caller, operationId, prepared }: Call<Input, undefined, undefined, Drafts>): Promise<Result> {
    const ids = await this.creation.of(caller.id, prepared, operationId);
    return { batch_id: operationId, codes: await this.codes.showAll(ids) };
  }
}

/** Replaces the content by that of its kind; the faults of a wrong one. */
async function readContent(code: BatchedCode, at: number): Promise<Fault[]> {
  if (code.content === undefined) return [];
  try {
    code.content = await contentOf(CONTENTS, code.kind, code.content, `codes[${at}].content`);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.extra.details as Fault[];
  }
}

const faultsOf = ({ message, extra: { details } }: Refusal, at: number): Fault[] =>
  (details as Fault[] | undefined)?.map(({ field, message: why }) => ({
    field: `codes[${at}].${field}`,
    message: why,
  })) ?? [{ field: `codes[${at}]`, message }];
