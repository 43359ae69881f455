import { answerWith } from '../../../platform/http/answers.js';
import { Day, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Link } from '../entities/link.entity.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import type { Days } from '../../kernel/stats/app-stats.js';
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
  refuses: { 400: ['Range is at most 366 days'] },
})
export class GetLinkStats {
  constructor(private readonly stats: LinkStatsRepository) {}

  async run({ input, target }: Call<Input, Link>): Promise<Result> {
    return { stats: await this.stats.of(target.id, daysOf(input)) };
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT = 30;
const MOST = 366;

/** Days in UTC; without any, today and the 29 days before it. */
function daysOf({ from, to }: Partial<Days>): Days {
  const last = to ?? day(Date.now());
  const first = from ?? day(Date.parse(last) - (DEFAULT - 1) * DAY_MS);
  if (first > last) throw invalid({ field: 'from', message: 'from must not be after to' });
  const length = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  if (length > MOST) throw new Refusal(400, `Range is at most ${MOST} days`);
  return { from: first, to: last };
}

const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
