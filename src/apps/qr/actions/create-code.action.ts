import type { Refusal } from '../../../platform/http/refusal.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { NewCode } from '../code.inputs.js';
import { CodeCreationService } from '../codes/code-creation.service.js';
import { type Drafts, CodeDraftsService } from '../codes/code-drafts.service.js';
import { CodesService } from '../codes/codes.service.js';
import type { NewCodeRow } from '../codes/new-code.repository.js';
import { CodeView } from '../qr.views.js';
import { CONFLICTS, isRight, WRONG } from '../refusals.js';

class Result extends answerWith('code', () => CodeView) {}

@Action('create-code', {
  access: 'authenticated',
  changes: true,
  about: 'code',
  description: 'Makes a code, once it is shown that its style can be scanned.',
  input: NewCode,
  result: Result,
  refuses: {
    400: [...WRONG, 'Only url and vcard codes can be dynamic'],
    404: ['Short link not found'],
    409: CONFLICTS,
  },
})
export class CreateCode {
  constructor(
    private readonly drafts: CodeDraftsService,
    private readonly creation: CodeCreationService,
    private readonly codes: CodesService,
  ) {}

  async prepare({ input, caller }: Preparation<NewCode>): Promise<Drafts> {
    const { rows, ...look } = await this.drafts.of(caller.id, [input], input);
    const [row] = rows as [NewCodeRow | Refusal];
    if (!isRight(row)) throw row;
    return { ...look, rows: [row] };
  }

  async run({ caller, prepared }: Call<NewCode, undefined, undefined, Drafts>): Promise<Result> {
    const [id] = (await this.creation.of(caller.id, prepared)) as [string];
    return { code: await this.codes.show(id) };
  }
}
