import { AppProvider } from '../kernel/app-provider.js';
import { NO_STORE, type PublicAnswer } from '../kernel/pages/public-answers.js';
import { type PublicRequest, PublicSurface } from '../kernel/pages/public-surface.js';
import { sharedRoute } from '../kernel/pages/shared-route.js';
import { HitsService } from './visits/hits.service.js';
import { MISSING, SCRIPT, ServePageService } from './visits/serve-page.service.js';

type Parameters = Record<string, string>;

const COUNTED: PublicAnswer = { status: 204, headers: { 'Cache-Control': NO_STORE } };

/** Pages by their handles; on the host of an owner, the one page that is published there. */
@AppProvider()
export class BiolinksSurface extends PublicSurface {
  protected readonly routes = {
    'page.js': () => SCRIPT,
    'hit/:id': (request: PublicRequest, { id = '' }: Parameters) => this.hit(request, id),
    ':handle.json': ({ domain }: PublicRequest, { handle = '' }: Parameters) =>
      domain ? MISSING.own : this.pages.json(handle.toLowerCase()),
    ':handle': sharedRoute(
      ({ domain, visitor }, { handle = '' }) => (domain ? MISSING.own : this.pages.page(handle.toLowerCase(), visitor)),
      'sec-gpc',
    ),
    '': sharedRoute(({ domain, visitor }) => domain && this.pages.onDomain(domain, visitor), 'sec-gpc'),
  };

  constructor(
    private readonly pages: ServePageService,
    private readonly hits: HitsService,
  ) {
    super();
  }

  private async hit(request: PublicRequest, id: string): Promise<PublicAnswer> {
    await this.hits.count(id, request);
    return COUNTED;
  }
}
