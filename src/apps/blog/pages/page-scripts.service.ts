import { jsonBlock } from '@community-platform/pages';
import { AppServices } from '../../contracts/app-services.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { BlogAddressesService } from '../blogs/blog-addresses.service.js';
import type { Blog } from '../blogs/blog.entity.js';

export interface PageScripts {
  /** HTML of the head. */
  head: string;
  /** Which the content policy of the page allows. */
  hosts: string[];
}

/** The statistics and the pixels that the owner of a blog has chosen; other apps have them. */
@AppProvider()
export class PageScriptsService {
  constructor(
    private readonly services: AppServices,
    private readonly addresses: BlogAddressesService,
  ) {}

  async of(blog: Blog, apps: string, isOwnDomain: boolean): Promise<PageScripts> {
    const [snippet, pixels] = await Promise.all([this.snippetOf(blog), this.pixelsOf(blog, apps)]);
    // The script of statistics is on the platform's host.
    const hosts = snippet && isOwnDomain ? [this.addresses.host] : [];
    return { head: [snippet, pixels.head].filter(Boolean).join('\n'), hosts: [...hosts, ...pixels.hosts] };
  }

  private async snippetOf({ analytics_site_id: site }: Blog): Promise<string | null> {
    return site === null ? null : ((await this.services.of('analytics')?.snippetFor(site)) ?? null);
  }

  private async pixelsOf({ id }: Blog, apps: string): Promise<PageScripts> {
    const service = this.services.of('pixels');
    const attached = (await service?.attachedTo('blog', id)) ?? [];
    if (!service || !attached.length) return { head: '', hosts: [] };
    const values = attached.map(({ attachment_id, provider, external_id, event, consent }) => ({
      attachment_id,
      provider,
      external_id,
      event,
      consent,
    }));
    return {
      head: `${jsonBlock('application/json', values, 'pixels')}\n<script src="${apps}/pixels/public/pixels.js" async></script>`,
      hosts: service.hostsOf([...new Set(attached.map(({ provider }) => provider))]),
    };
  }
}
