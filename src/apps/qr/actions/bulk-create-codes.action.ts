import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { type Fault, invalid, type Refusal } from '../../../platform/http/refusal.js';
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
import { attempt, CONFLICTS, isRight, STYLE_FAULTS } from '../refusals.js';

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
    const codes = await Promise.all(input.codes.map((code) => attempt(() => withContent(code))));
    const { rows, ...look } = await this.drafts.of(caller.id, codes, input);
    const faults = rows.flatMap((row, at) => (isRight(row) ? [] : faultsOf(row, at)));
    if (faults.length) throw invalid(...faults);
    return { ...look, rows: rows.filter(isRight) };
  }

  async run({ caller, operationId, prepared }: Call<Input, undefined, undefined, Drafts>): Promise<Result> {
    const ids = await this.creation.of(caller.id, prepared, operationId);
    return { batch_id: operationId, codes: await this.codes.showAll(ids) };
  }
}

/** With the content of its kind. */
const withContent = async (code: BatchedCode): Promise<BatchedCode> =>
  code.content === undefined
    ? code
    : { ...code, content: await contentOf(CONTENTS, code.kind, code.content, 'content') };

function faultsOf({ message, extra: { details } }: Refusal, at: number): Fault[] {
  const name = `codes[${at}]`;
  const faults = details as Fault[] | undefined;
  return faults?.map((fault) => ({ ...fault, field: `${name}.${fault.field}` })) ?? [{ field: name, message }];
}
