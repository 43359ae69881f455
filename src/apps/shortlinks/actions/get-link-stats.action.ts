import { Day, Nested, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Link } from '../entities/link.entity.js';
import { LinkStatsView } from '../shortlinks.views.js';
import { LinkStatsRepository } from '../stats/link-stats.repository.js';
import { daysOf } from '../stats/days.js';

class Input {
  @Uuid() link_id!: string;
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
}

class Result {
  @Nested(() => LinkStatsView) stats!: LinkStatsView;
}

@Action('get-link-stats', {
  access: 'owner',
  target: { entity: Link, by: 'link_id' },
  description: 'Clicks of a link by day, and where they came from; of the last 30 days where none are given.',
  input: Input,
  result: Result,
  refuses: { 400: ['Range is at most 366 days'] },
})
export class GetLinkStats {
  constructor(private readonly stats: LinkStatsRepository) {}

  async run({ input, target }: Call<Input, Link>): Promise<Result> {
    return { stats: await this.stats.of(target.id, daysOf(input)) };
  }
}
