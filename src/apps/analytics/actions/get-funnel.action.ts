import { answerWith } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { CalendarDay } from '../../kernel/calendar/time.fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Site } from '../entities/site.entity.js';
import { FunnelFigures, FunnelsService } from '../reports/funnels.service.js';
import { Filter, Filters } from '../reports/report.inputs.js';
import { Steps } from '../sites/site.inputs.js';

class Input {
  @Uuid() site_id!: string;
  /** The key of a funnel of the site; or `steps`, the keys of goals. */
  @Optional() @Chars(1, 40) funnel?: string;
  @Optional() @Steps() steps?: string[];
  /** The last seven days if it is left out. */
  @Optional() @CalendarDay() from?: string;
  @Optional() @CalendarDay() to?: string;
  /** Visitors count if one event of theirs on the day meets all filters. */
  @Filters() filters?: Filter[];
}

class Result extends answerWith('funnel', () => FunnelFigures) {}

@Action('get-funnel', {
  access: 'owner',
  target: { entity: Site, by: 'site_id' },
  description: 'How many visitors met goals in their order on one day. Other pages may lie between.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      'Give either funnel or steps',
      'Unknown goal: <key>',
      'from must not be after to',
      'A funnel covers at most 31 days within the raw retention',
      'Range is too large, choose a shorter one',
    ],
    404: ['Funnel not found'],
  },
})
export class GetFunnel {
  constructor(private readonly funnels: FunnelsService) {}

  async run({ input, target: site }: Call<Input, Site>): Promise<Result> {
    return { funnel: await this.funnels.figures(site, input) };
  }
}
