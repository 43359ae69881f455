import { AppServices } from '../../contracts/app-services.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { type EmbeddedPixels, PagePixelsService } from '../../kernel/pages/page-pixels.service.js';
import { BlogAddressesService } from '../blogs/blog-addresses.service.js';
import type { Blog } from '../blogs/blog.entity.js';
import type { Reading } from './served-blog.js';

/** HTML for the head, the hosts that the content policy allows for it, and headers. */
export type PageScripts = EmbeddedPixels;

export const NO_SCRIPTS: PageScripts = { html: '', hosts: [], headers: {} };

/** The statistics and the pixels that the owner of a blog has chosen; other apps have them. */
@AppProvider()
export class PageScriptsService {
  constructor(
    private readonly services: AppServices,
    private readonly pixels: PagePixelsService,
    private readonly addresses: BlogAddressesService,
  ) {}

  async of({ blog, place, domain, visitor }: Reading): Promise<PageScripts> {
    const [snippet, { html, hosts, headers }] = await Promise.all([
      this.snippetOf(blog),
      this.pixels.on('blog', blog.id, { visitor, apps: `${place.apps}/`, asks: true }),
    ]);
    // The script of statistics is on the platform's host.
    const own = snippet && domain ? [this.addresses.host] : [];
    return { html: [snippet, html].filter(Boolean).join('\n'), hosts: [...own, ...hosts], headers };
  }

  private async snippetOf({ analytics_site_id: site }: Blog): Promise<string | null> {
    return site === null ? null : ((await this.services.of('analytics')?.snippetFor(site)) ?? null);
  }
}
