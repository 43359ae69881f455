import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { everyDay, mostFrequent } from '../../../web-events/days/figures.sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Days } from '../../kernel/stats/app-stats.js';
import { ofDimension, total } from '../../kernel/stats/figures.js';
import type { CodeStatsView, ValueFigures } from './code-stats.views.js';
import { BY_DAY, BY_VALUE, SCANS } from './scan-events.js';

const MOST = 50;
const HOURS = 24;
const ASKED = { which: (of: string) => `${of}.code_id = $1`, from: '$2', to: '$3' };
const SERIES = sql('qr_series', everyDay(SCANS, BY_DAY, ASKED));
const VALUES = sql('qr_values', mostFrequent(SCANS, BY_VALUE, { ...ASKED, limit: '$4' }));

type Figures = CodeStatsView['series'][number];

@AppProvider()
export class CodeStatsRepository extends BaseRepository {
  async of(codeId: string, { from, to }: Days): Promise<CodeStatsView> {
    const [series, values] = await Promise.all([
      this.rows<Figures>(SERIES, codeId, from, to),
      this.rows<ValueFigures & { dimension: string }>(VALUES, codeId, from, to, MOST),
    ]);
    const of = ofDimension(values);
    const byHour = new Map(of('hour').map(({ value, scans }) => [Number(value), scans]));
    return {
      scans: total(series, 'scans'),
      visitors: total(series, 'visitors'),
      series,
      countries: of('country'),
      devices: of('device'),
      os: of('os'),
      hours: Array.from({ length: HOURS }, (_, hour) => byHour.get(hour) ?? 0),
    };
  }
}
