import { AppProvider } from '../kernel/app-provider.js';
import { fileAnswer, type PublicAnswer } from '../kernel/pages/public-answers.js';
import { type PublicRequest, PublicSurface } from '../kernel/pages/public-surface.js';
import { headerOf } from '../../web-events/visits/visit.js';
import { dashboardJson, dashboardPage, SCRIPT, type Shared, SHARED, STYLE } from './pages/shared-dashboard.js';
import { EVENT_NAME, PAGEVIEW } from './recording/event.inputs.js';
import { RecordEventService } from './recording/record-event.service.js';
import { recordedUrl } from './recording/recorded-url.js';
import { SiteLookupService } from './recording/site-lookup.service.js';
import { PERIODS } from './reports/periods.js';
import { ReportsService } from './reports/reports.service.js';
import { SiteRepository } from './sites/site.repository.js';

/** One transparent pixel. */
const GIF = fileAnswer(
  'image/gif',
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64'),
);
const LONGEST_URL = 2048;
const TOKEN = /^[0-9a-f]{32}$/;

type Parameters = Record<string, string>;

/** The script of sites, a picture for pages without scripts, and the dashboards that owners share. */
@AppProvider()
export class AnalyticsSurface extends PublicSurface {
  protected readonly routes = {
    'script.js': () => SCRIPT,
    'event.gif': (request: PublicRequest) => this.picture(request),
    'share/share.css': () => STYLE,
    'share/:token.json': (request: PublicRequest, { token = '' }: Parameters) =>
      this.share(request, token, dashboardJson),
    'share/:token': (request: PublicRequest, { token = '' }: Parameters) => this.share(request, token, dashboardPage),
  };

  override readonly anyQuery = ['event.gif'];

  constructor(
    private readonly lookup: SiteLookupService,
    private readonly events: RecordEventService,
    private readonly sites: SiteRepository,
    private readonly reports: ReportsService,
  ) {
    super();
  }

  /** The picture is answered whatever is asked. */
  private async picture({ query, visitor, method }: PublicRequest): Promise<PublicAnswer> {
    const given = new URLSearchParams(query);
    const address = given.get('u') || headerOf(visitor, 'referer') || '';
    const url = address.length <= LONGEST_URL ? recordedUrl(address) : undefined;
    const name = given.get('n') || PAGEVIEW;
    const referrer = given.get('r') ?? undefined;
    const isSound = EVENT_NAME.test(name) && (referrer?.length ?? 0) <= LONGEST_URL;
    const site = url && isSound ? await this.lookup.find(given.get('s') ?? '') : undefined;
    if (url && site) await this.events.record(site, { url, name, referrer, props: undefined, visitor, method });
    return GIF;
  }

  private async share(
    { query }: PublicRequest,
    token: string,
    show: (shared: Shared) => PublicAnswer,
  ): Promise<PublicAnswer | undefined> {
    const site = TOKEN.test(token) ? await this.sites.findOne({ share_token: token }) : undefined;
    if (!site) return undefined;
    const asked = new URLSearchParams(query).get('period');
    const period = PERIODS.find((known) => known === asked) ?? '30d';
    const breakdowns = SHARED.map(([dimension]) => dimension);
    const report = await this.reports.report(site, { period, compare: 'previous', breakdowns });
    return show({ site, token, period, report });
  }
}
