import { type BioBlock, bioPage, builtFile, noticePage } from '@community-platform/pages';
import { etagOf } from '../../../platform/http/etag.js';
import { filled } from '../../kernel/app-settings.js';
import { AppProvider } from '../../kernel/app-provider.js';
import {
  assetAnswer,
  jsonAnswer,
  NO_INDEX,
  pageAnswer,
  type PublicAnswer,
  redirectAnswer,
} from '../../kernel/pages/public-answers.js';
import type { Visitor } from '../../../web-events/visits/visit.js';
import type { ServedDomain } from '../../contracts/domains.js';
import { present } from '../../kernel/rows/view.js';
import { BiolinksSettings } from '../biolinks.settings.js';
import { PublicBlockView } from '../blocks/block.views.js';
import { embedOf } from '../blocks/embeds.js';
import { PageHandles } from '../pages/handles.js';
import { PageAddressesService } from '../pages/page-addresses.service.js';
import { PublicPageView } from '../pages/page.views.js';
import { contentPolicy } from './page-policy.js';
import { PagePartsService } from './page-parts.service.js';
import { type LiveBlock, type ServedPage, ServedPageRepository } from './served-page.repository.js';

const CACHE = 'public, max-age=0, s-maxage=30';
export const SCRIPT = assetAnswer('text/javascript', builtFile('biolinks/page.js'), 'public, max-age=86400');

/** What visitors get of a page, and of one that is not there. */
@AppProvider()
export class ServePageService {
  constructor(
    private readonly pages: ServedPageRepository,
    private readonly parts: PagePartsService,
    private readonly handles: PageHandles,
    private readonly addresses: PageAddressesService,
  ) {}

  async page(handle: string, visitor: Visitor): Promise<PublicAnswer> {
    const page = await this.pages.byHandle(handle);
    if (page) return this.answer(page, visitor);
    const id = await this.handles.movedTo(handle);
    const moved = id === undefined ? undefined : await this.pages.byId(id);
    return moved ? redirectAnswer(this.addresses.of(moved.handle), { status: 301, cache: CACHE }) : MISSING.platform;
  }

  /** The page that is published on the host of its owner. */
  async onDomain(domain: ServedDomain, visitor: Visitor): Promise<PublicAnswer> {
    const page = domain.target_id === null ? undefined : await this.pages.byId(domain.target_id);
    return page?.owner_id === domain.owner_id ? this.answer(page, visitor, domain) : MISSING.own;
  }

  async json(handle: string): Promise<PublicAnswer | undefined> {
    const page = await this.pages.byHandle(handle);
    const { status } = page ? stateOf(page) : { status: 404 };
    const options = { etag: true, cache: 'public, max-age=30' };
    if (page && status === 200) {
      const url = this.addresses.of(page.handle);
      const shown = { ...present(PublicPageView, page), theme_options: page.theme_options, url };
      const blocks = page.blocks.map((block) => ({ ...present(PublicBlockView, block), data: block.data }));
      return jsonAnswer({ page: shown, blocks }, { ...options, ...hidden(page) });
    }
    return jsonAnswer({ error: status === 410 ? 'Page is gone' : 'Page not found' }, { status });
  }

  private async answer(page: ServedPage, visitor: Visitor, domain?: ServedDomain): Promise<PublicAnswer> {
    const { status } = stateOf(page);
    const place = domain ? 'own' : 'platform';
    if (status !== 200) return (status === 410 ? GONE : MISSING)[place];
    const apps = domain ? '/v1/apps/' : '../../';
    const { canonical, scripts, pixels } = await this.parts.of(page, apps, visitor);
    const settings = filled(BiolinksSettings, page.settings ?? {});
    const html = bioPage({
      ...page,
      blocks: page.blocks.map(shownBlock),
      canonical,
      isIndexed: !page.noindex,
      hasBranding: settings.show_branding,
      opensNewTab: settings.open_links_in_new_tab,
      api: `${apps}biolinks/`,
      scripts,
    });
    return pageAnswer(html, {
      cache: CACHE,
      index: !page.noindex && !page.is_sensitive,
      headers: {
        // The version alone is not enough: blocks begin and end by the clock, and settings and pixels are of other tables.
        ETag: `"${page.version}-${etagOf(html).slice(1)}`,
        'Content-Security-Policy': contentPolicy(this.addresses.origin, pixels.hosts),
        'Referrer-Policy': 'strict-origin-when-cross-origin',
        ...pixels.headers,
      },
    });
  }
}

const hidden = ({ noindex, is_sensitive }: ServedPage) => (noindex || is_sensitive ? { headers: NO_INDEX } : {});

function stateOf({ blocked_at, owner_is_active, is_published }: ServedPage): { status: 200 | 404 | 410 } {
  if (blocked_at || !owner_is_active) return { status: 410 };
  return { status: is_published ? 200 : 404 };
}

function shownBlock(block: LiveBlock): BioBlock {
  const embed = block.kind === 'embed' && block.url !== null ? embedOf(block.url) : undefined;
  return embed ? { ...block, frame: { src: embed.src, provider: embed.provider } } : block;
}

const notice = (status: number, title: string, text: string) => {
  const from = (root: string) => pageAnswer(noticePage({ mark: 'cross', title, text, links: [], root }), { status });
  return { platform: from('../../../../'), own: from('/') };
};
export const MISSING = notice(404, 'There is no such page', 'Check the address, or ask for it where you found it.');
const GONE = notice(410, 'This page is not available', 'It was taken down, or its owner is not active any more.');
