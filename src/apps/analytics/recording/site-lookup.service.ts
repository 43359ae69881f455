import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AnalyticsSettings } from '../analytics.settings.js';
import { type RecordedSite, RecordedSiteRepository } from './recorded-site.repository.js';

/** How long a change that another process made may go unnoticed. */
const KEPT_MS = 5_000;
const MOST_KEPT = 10_000;
const SITE_KEY = /^[a-z0-9]{16}$/;

export interface FoundSite extends RecordedSite {
  respects_opt_out: boolean;
}

interface Kept {
  site: Promise<FoundSite | undefined>;
  until: number;
}

/** The sites whose events come in, kept for some seconds, so that an event costs one insert. */
@AppProvider()
export class SiteLookupService {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly sites: RecordedSiteRepository,
    private readonly settings: AppSettings,
    private readonly database: DatabaseService,
  ) {
    settings.onChange(AnalyticsSettings, () => this.kept.clear());
  }

  /** Unknown keys are not kept: anybody can send any number of them. */
  async find(siteKey: string): Promise<FoundSite | undefined> {
    if (!SITE_KEY.test(siteKey)) return undefined;
    const known = this.kept.get(siteKey);
    if (known && known.until > Date.now()) {
      const site = await known.site;
      if (site && site.day_ends_at.getTime() > Date.now()) return site;
    }
    const read = { site: this.read(siteKey), until: Date.now() + KEPT_MS };
    this.keep(siteKey, read);
    try {
      const site = await read.site;
      if (!site) this.drop(siteKey, read);
      return site;
    } catch (error) {
      this.drop(siteKey, read);
      throw error;
    }
  }

  /** After the COMMIT of a change. What was read before it is not kept. */
  forget(siteKey: string): void {
    this.database.afterCommit(() => this.kept.delete(siteKey));
  }

  private async read(siteKey: string): Promise<FoundSite | undefined> {
    const site = await this.sites.find(siteKey);
    if (!site) return undefined;
    const { respect_opt_out } = await this.settings.of(AnalyticsSettings, site.owner_id);
    return { ...site, respects_opt_out: respect_opt_out };
  }

  private keep(siteKey: string, read: Kept): void {
    this.kept.delete(siteKey);
    this.kept.set(siteKey, read);
    if (this.kept.size <= MOST_KEPT) return;
    const [oldest] = this.kept.keys();
    if (oldest !== undefined) this.kept.delete(oldest);
  }

  private drop(siteKey: string, read: Kept): void {
    if (this.kept.get(siteKey) === read) this.kept.delete(siteKey);
  }
}
