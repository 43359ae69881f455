import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DaysAsked, daysOf, TOO_MANY_DAYS } from '../../kernel/stats/day-range.js';
import { Code, CODE } from '../entities/code.entity.js';
import { CodeStatsRepository } from '../stats/code-stats.repository.js';
import { CodeStatsView } from '../stats/code-stats.views.js';

class Input extends DaysAsked {
  @Uuid() code_id!: string;
}

class Result extends answerWith('stats', () => CodeStatsView) {}

@Action('get-code-stats', {
  access: 'owner',
  target: CODE,
  description: 'Scans of a dynamic code by day, and from where; of the last 30 days if none are given.',
  input: Input,
  result: Result,
  refuses: { 400: [TOO_MANY_DAYS], 409: ['Static codes are not counted'] },
})
export class GetCodeStats {
  constructor(private readonly stats: CodeStatsRepository) {}

  async run({ input, target: { id, mode } }: Call<Input, Code>): Promise<Result> {
    if (mode === 'static') throw new Refusal(409, 'Static codes are not counted');
    return { stats: await this.stats.of(id, daysOf(input)) };
  }
}
