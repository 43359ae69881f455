import { pageOf } from '../../../platform/http/answers.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { PageAddressesService } from '../pages/page-addresses.service.js';
import { PageRepository } from '../pages/page.repository.js';
import { ListedPage } from '../pages/page.views.js';

class Result extends pageOf('pages', () => ListedPage) {}

@Action('list-pages', {
  access: 'authenticated',
  description: 'The own pages, with views and clicks of the last 30 days.',
  input: Page,
  result: Result,
})
export class ListPages {
  constructor(
    private readonly repository: PageRepository,
    private readonly addresses: PageAddressesService,
  ) {}

  async run({ input, caller }: Call<Page>): Promise<Result> {
    const { rows, next_cursor } = await this.repository.list(caller.id, pageQuery(input));
    const pages = rows.map(({ views, clicks, block_count, ...page }) => ({
      ...this.addresses.show(page),
      views,
      clicks,
      block_count,
    }));
    return { pages, next_cursor };
  }
}
