import { answerWith } from '../../../platform/http/answers.js';
import { Day, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Link } from '../entities/link.entity.js';
import { daysOf, TOO_MANY_DAYS } from '../../kernel/stats/day-range.js';
import { LinkStatsView } from '../stats/link-stats.views.js';
import { LinkStatsRepository } from '../stats/link-stats.repository.js';

class Input {
  @Uuid() link_id!: string;
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
}

class Result extends answerWith('stats', () => LinkStatsView) {}

@Action('get-link-stats', {
  access: 'owner',
  target: { entity: Link, by: 'link_id' },
  description: 'Clicks of a link by day, and where they came from; of the last 30 days where none are given.',
  input: Input,
  result: Result,
  refuses: { 400: [TOO_MANY_DAYS] },
})
export class GetLinkStats {
  constructor(private readonly stats: LinkStatsRepository) {}

  async run({ input, target }: Call<Input, Link>): Promise<Result> {
    return { stats: await this.stats.of(target.id, daysOf(input)) };
  }
}
