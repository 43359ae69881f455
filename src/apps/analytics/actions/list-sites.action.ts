import { pageOf } from '../../../platform/http/answers.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { SiteRepository } from '../sites/site.repository.js';
import { ListedSite } from '../sites/site.views.js';
import { SitesService } from '../sites/sites.service.js';

class Result extends pageOf('sites', () => ListedSite) {}

@Action('list-sites', {
  access: 'authenticated',
  description: 'The own sites. `last_event_at` says whether the script tag of a site works.',
  input: Page,
  result: Result,
})
export class ListSites {
  constructor(
    private readonly sites: SiteRepository,
    private readonly shown: SitesService,
  ) {}

  async run({ input, caller }: Call<Page>): Promise<Result> {
    const { rows, next_cursor } = await this.sites.list(caller.id, pageQuery(input));
    const shown = await this.shown.showAll(rows);
    const sites = rows.map((row, at) => ({
      ...(shown[at] as ListedSite),
      snippet: this.shown.snippet(row),
      visitors_today: row.visitors_today,
      last_event_at: row.last_event_at,
    }));
    return { sites, next_cursor };
  }
}
