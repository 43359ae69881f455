import { Runtime } from '../../../platform/config/runtime.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { grouped } from '../../kernel/rows/grouped.js';
import { present } from '../../kernel/rows/view.js';
import type { Site } from '../entities/site.entity.js';
import { GoalsRepository } from './goals.repository.js';
import { FunnelView, GoalView, SiteView } from './site.views.js';

const PUBLIC = '/v1/apps/analytics/public';

/** Sites as their owners see them. */
@AppProvider()
export class SitesService {
  constructor(
    private readonly goals: GoalsRepository,
    private readonly runtime: Runtime,
  ) {}

  async show(site: Site): Promise<SiteView> {
    const [shown] = await this.showAll([site]);
    return shown as SiteView;
  }

  async showAll<Row extends Site>(sites: Row[]): Promise<SiteView[]> {
    const ids = sites.map(({ id }) => id);
    const [goals, funnels] = await Promise.all([this.goals.goals(ids), this.goals.funnels(ids)]);
    const goalsOf = grouped(goals, ({ site_id }) => site_id);
    const funnelsOf = grouped(funnels, ({ site_id }) => site_id);
    return sites.map((site) => ({
      ...present(SiteView, site),
      shared: site.share_token !== null,
      share_url: site.share_token && `${this.runtime.publicUrl}${PUBLIC}/share/${site.share_token}`,
      goals: (goalsOf.get(site.id) ?? []).map((goal) => present(GoalView, goal)),
      funnels: (funnelsOf.get(site.id) ?? []).map((funnel) => present(FunnelView, funnel)),
    }));
  }

  /** The script tag that the owner pastes into the pages of the site. */
  snippet({ site_key }: Pick<Site, 'site_key'>): string {
    return `<script defer data-site="${site_key}" src="${this.runtime.publicUrl}${PUBLIC}/script.js"></script>`;
  }
}
