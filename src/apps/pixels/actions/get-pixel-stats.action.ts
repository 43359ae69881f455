import { Matches } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DaysAsked, daysOf, TOO_MANY_DAYS } from '../../kernel/stats/day-range.js';
import { REF } from '../counting/event-names.js';
import { Pixel } from '../entities/pixel.entity.js';
import { PixelStatsService } from '../stats/pixel-stats.service.js';
import { PixelStatsView } from '../stats/pixel-stats.views.js';

class Input extends DaysAsked {
  @Uuid() pixel_id!: string;
  /** Only the events with this reference. */
  @Optional() @Matches(REF) ref?: string;
}

class Result extends answerWith('stats', () => PixelStatsView) {}

@Action('get-pixel-stats', {
  access: 'owner',
  target: { entity: Pixel, by: 'pixel_id' },
  description:
    'Events of a pixel by day, and where they came from; of the last 30 days where none are given. For a network they are ' +
    'attempts as seen by the page, not what the network accepted; ad blockers make both lower. `proxied` events say ' +
    '"delivered to a mailbox of a reader", not "read". Some mail programs fetch pictures before anybody reads the mail and do ' +
    'not say so, therefore opens are upper bounds.',
  input: Input,
  result: Result,
  refuses: { 400: [TOO_MANY_DAYS] },
})
export class GetPixelStats {
  constructor(private readonly stats: PixelStatsService) {}

  async run({ input, target }: Call<Input, Pixel>): Promise<Result> {
    const days = daysOf(input);
    const { ref } = input;
    return {
      stats: await (ref === undefined ? this.stats.of(target.id, days) : this.stats.ofRef(target.id, days, ref)),
    };
  }
}
