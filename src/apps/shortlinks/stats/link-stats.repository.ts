import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { everyDay, mostFrequent } from '../../../web-events/days/figures.sql.js';
import type { Days } from '../../kernel/stats/app-stats.js';
import { ofDimension, total } from '../../kernel/stats/figures.js';
import { BY_DAY, BY_VALUE, CLICKS } from './link-clicks.js';
import type { LinkStatsView, ValueFigures } from './link-stats.views.js';

const MOST = 50;
const ASKED = { which: (of: string) => `${of}.link_id = $1`, from: '$2', to: '$3' };
const SERIES = sql('shortlinks_series', everyDay(CLICKS, BY_DAY, ASKED));
const VALUES = sql('shortlinks_values', mostFrequent(CLICKS, BY_VALUE, { ...ASKED, limit: '$4' }));

type Figures = LinkStatsView['series'][number];

@AppProvider()
export class LinkStatsRepository extends BaseRepository {
  async of(linkId: string, { from, to }: Days): Promise<LinkStatsView> {
    const [series, values] = await Promise.all([
      this.rows<Figures>(SERIES, linkId, from, to),
      this.rows<ValueFigures & { dimension: string }>(VALUES, linkId, from, to, MOST),
    ]);
    const of = ofDimension(values);
    return {
      clicks: total(series, 'clicks'),
      visitors: total(series, 'visitors'),
      series,
      referrers: of('referrer'),
      countries: of('country'),
      devices: of('device'),
      os: of('os'),
      browsers: of('browser'),
      destinations: of('destination'),
    };
  }
}
