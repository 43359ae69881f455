import { WebEventsModule } from '../../web-events/web-events.module.js';
import { App } from '../kernel/app.js';
import { CollectEvent } from './actions/collect-event.action.js';
import { CreateSite } from './actions/create-site.action.js';
import { DeleteSite } from './actions/delete-site.action.js';
import { GetFunnel } from './actions/get-funnel.action.js';
import { GetReport } from './actions/get-report.action.js';
import { ListSites } from './actions/list-sites.action.js';
import { UpdateSite } from './actions/update-site.action.js';
import { AnalyticsAccountDeletion } from './analytics-account-deletion.js';
import { AnalyticsExport } from './analytics.export.js';
import { AnalyticsService } from './analytics.service.js';
import { AnalyticsSettings } from './analytics.settings.js';
import { AnalyticsStats } from './analytics.stats.js';
import { AnalyticsSurface } from './analytics.surface.js';
import { CountSiteEvents } from './days/count-site-events.js';
import { GoalDay, SiteDay, SiteDayValue, SiteEvent } from './entities/site-event.entity.js';
import { Funnel, Goal, Site } from './entities/site.entity.js';
import { CountOpenDaysJob } from './jobs/count-open-days.job.js';
import { PurgeSiteEventsJob } from './jobs/purge-site-events.job.js';
import { Analytics1790000037200 } from './migrations/1790000037200-analytics.js';
import { CountedUntil1790000040600 } from './migrations/1790000040600-counted-until.js';

@App({
  slug: 'analytics',
  name: 'Analytics',
  description:
    'Visitors, sources, goals and funnels of any site, without cookies and without lasting traces of anybody.',
  icon: 'bar-chart',
  category: 'marketing',
  version: '1.0.0',
  uses: [],
  imports: [WebEventsModule],
  entities: [Site, Goal, Funnel, SiteEvent, SiteDay, SiteDayValue, GoalDay],
  migrations: [Analytics1790000037200, CountedUntil1790000040600],
  actions: [CreateSite, ListSites, UpdateSite, DeleteSite, CollectEvent, GetReport, GetFunnel],
  settings: AnalyticsSettings,
  stats: AnalyticsStats,
  exports: AnalyticsExport,
  service: AnalyticsService,
  surface: AnalyticsSurface,
  providers: [CountSiteEvents, CountOpenDaysJob, PurgeSiteEventsJob, AnalyticsAccountDeletion],
})
export class AnalyticsApp {}
