import { ListOf, Nested, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { CodeTargetRepository } from '../codes/code-target.repository.js';
import { CodesService } from '../codes/codes.service.js';
import { Code, CODE } from '../entities/code.entity.js';
import { CodeView, TargetView } from '../qr.views.js';

class Input {
  @Uuid() code_id!: string;
}

class Result {
  @Nested(() => CodeView) code!: CodeView;
  /** The last 50, newest first: an address, the id of a short link, or the name of a contact. */
  @ListOf(() => TargetView) targets!: TargetView[];
}

@Action('get-code', {
  access: 'owner',
  target: CODE,
  description: 'A code, and what it has led to since when.',
  input: Input,
  result: Result,
})
export class GetCode {
  constructor(
    private readonly codes: CodesService,
    private readonly targets: CodeTargetRepository,
  ) {}

  async run({ target: { id } }: Call<Input, Code>): Promise<Result> {
    const [code, targets] = await Promise.all([this.codes.show(id), this.targets.lastOf(id)]);
    return { code, targets: targets.map((one) => present(TargetView, one)) };
  }
}
