import type { AnalyticsService as Exported } from '../contracts/analytics.js';
import { AppProvider } from '../kernel/app-provider.js';
import { SiteRepository } from './sites/site.repository.js';
import { SitesService } from './sites/sites.service.js';

/** The contract with other apps. */
@AppProvider()
export class AnalyticsService implements Exported {
  constructor(
    private readonly sites: SiteRepository,
    private readonly shown: SitesService,
  ) {}

  async ownerOf(siteId: string): Promise<string | null> {
    return (await this.sites.findOne({ id: siteId }))?.owner_id ?? null;
  }

  async snippetFor(siteId: string): Promise<string | null> {
    const site = await this.sites.findOne({ id: siteId });
    return site?.status === 'active' ? this.shown.snippet(site) : null;
  }
}
