import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { RecentReads } from '../../kernel/recent-reads.js';
import { AnalyticsSettings } from '../analytics.settings.js';
import { type RecordedSite, RecordedSiteRepository } from './recorded-site.repository.js';

const KEPT_MS = 5_000;
const SITE_KEY = /^[a-z0-9]{16}$/;

export interface FoundSite extends RecordedSite {
  respects_opt_out: boolean;
}

/** Unknown keys are not kept, as anybody can send any number of them; and no site is kept into its next day. */
const lifetimeOf = (site: FoundSite | undefined) =>
  site ? Math.min(KEPT_MS, site.day_ends_at.getTime() - Date.now()) : 0;

/** The sites whose events come in, kept for some seconds, so that an event costs one insert. */
@AppProvider()
export class SiteLookupService {
  private readonly recent = new RecentReads((siteKey) => this.read(siteKey), lifetimeOf);

  constructor(
    private readonly sites: RecordedSiteRepository,
    private readonly settings: AppSettings,
    private readonly database: DatabaseService,
  ) {
    settings.onChange(AnalyticsSettings, () => this.recent.forgetAll());
  }

  async find(siteKey: string): Promise<FoundSite | undefined> {
    return SITE_KEY.test(siteKey) ? this.recent.find(siteKey) : undefined;
  }

  /** After the COMMIT of a change. */
  forget(siteKey: string): void {
    this.database.afterCommit(() => this.recent.forget(siteKey));
  }

  private async read(siteKey: string): Promise<FoundSite | undefined> {
    const site = await this.sites.find(siteKey);
    if (!site) return undefined;
    const { respect_opt_out } = await this.settings.of(AnalyticsSettings, site.owner_id);
    return { ...site, respects_opt_out: respect_opt_out };
  }
}
