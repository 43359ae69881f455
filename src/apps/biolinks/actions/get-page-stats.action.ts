import { answerWith } from '../../../platform/http/answers.js';
import { Day, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { daysOf } from '../../kernel/stats/day-range.js';
import { BioPage, PAGE } from '../entities/page.entity.js';
import { PageStatsRepository } from '../stats/page-stats.repository.js';
import { PageStatsView } from '../stats/page-stats.views.js';

class Input {
  @Uuid() page_id!: string;
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
}

class Result extends answerWith('stats', () => PageStatsView) {}

@Action('get-page-stats', {
  access: 'owner',
  target: PAGE,
  description:
    'Views and clicks of a page by day and by block, and where visitors came from; of the last 30 days where none are given.',
  input: Input,
  result: Result,
  refuses: { 400: ['Range is at most 366 days'] },
})
export class GetPageStats {
  constructor(private readonly stats: PageStatsRepository) {}

  async run({ input, target }: Call<Input, BioPage>): Promise<Result> {
    return { stats: await this.stats.of(target.id, daysOf(input)) };
  }
}
