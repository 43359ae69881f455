import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const OF_OWN_SITES = 'site_id IN (SELECT id FROM ext_analytics.sites WHERE owner_id = $1)';

/** Sites and figures of days that are over, never single events. */
const STATEMENTS = exportStatements('analytics', {
  sites: 'owner_id = $1',
  goals: OF_OWN_SITES,
  funnels: OF_OWN_SITES,
  site_days: OF_OWN_SITES,
  site_day_values:
    'EXISTS (SELECT FROM ext_analytics.sites r WHERE r.id = site_id AND r.owner_id = $1 AND day <= r.rolled_through)',
  goal_days: OF_OWN_SITES,
});

@AppProvider()
export class AnalyticsExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
