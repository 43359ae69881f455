import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { CodeRepository } from '../codes/code.repository.js';
import { CodesService } from '../codes/codes.service.js';
import { KINDS } from '../contents/contents.js';
import { MODES, STATUSES } from '../entities/code.entity.js';
import { CodeView } from '../qr.views.js';

class Input extends Page {
  @Optional() @IsIn(MODES) mode?: string;
  @Optional() @IsIn(KINDS) kind?: string;
  /** All but archived and deleted ones if it is not given. */
  @Optional() @IsIn(STATUSES) status?: string;
  @Optional() @Chars(1, 40) tag?: string;
  @Optional() @Uuid() batch_id?: string;
  /** Part of a name. */
  @Optional() @Chars(1, 80) q?: string;
}

class Result extends pageOf('codes', () => CodeView) {}

@Action('list-codes', {
  access: 'authenticated',
  description: 'The own codes, each with what it leads to and its scans.',
  input: Input,
  result: Result,
})
export class ListCodes {
  constructor(
    private readonly repository: CodeRepository,
    private readonly codes: CodesService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { cursor, limit, ...filters } = input;
    const { rows, next_cursor } = await this.repository.list(caller.id, filters, pageQuery({ cursor, limit }));
    return { codes: await this.codes.present(rows), next_cursor };
  }
}
