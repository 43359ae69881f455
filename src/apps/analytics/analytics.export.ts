import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OF_OWN_SITES = 'site_id IN (SELECT id FROM ext_analytics.sites WHERE owner_id = $1)';

/** Sites and figures of days, never single events. */
const STATEMENTS = exportStatements('analytics', {
  sites: 'owner_id = $1',
  goals: OF_OWN_SITES,
  funnels: OF_OWN_SITES,
  site_days: OF_OWN_SITES,
  site_day_values: OF_OWN_SITES,
  goal_days: OF_OWN_SITES,
});

@AppProvider()
export class AnalyticsExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
