import { AppProvider } from '../../kernel/app-provider.js';
import type { Visitor } from '../../../web-events/visits/visit.js';
import { AppServices } from '../../contracts/app-services.js';
import { type EmbeddedPixels, PagePixelsService } from '../../kernel/pages/page-pixels.service.js';
import type { BioPage } from '../entities/page.entity.js';
import { PageAddressesService } from '../pages/page-addresses.service.js';

const APP = 'biolinks';

/** What a page has from other apps. */
export interface PageParts {
  canonical: string;
  scripts: string;
  pixels: EmbeddedPixels;
}

/** Asks the other apps, all at once. */
@AppProvider()
export class PagePartsService {
  constructor(
    private readonly services: AppServices,
    private readonly pixels: PagePixelsService,
    private readonly addresses: PageAddressesService,
  ) {}

  /** `apps`: the address of all apps, from the page. */
  async of({ id, handle, analytics_site_id }: BioPage, apps: string, visitor: Visitor): Promise<PageParts> {
    const [host, pixels, snippet] = await Promise.all([
      this.services.of('domains')?.hostOf(APP, id),
      this.pixels.on(APP, id, { visitor, apps, asks: true }),
      analytics_site_id ? this.services.of('analytics')?.snippetFor(analytics_site_id) : null,
    ]);
    return {
      canonical: host ? `https://${host}/` : this.addresses.of(handle),
      scripts: [snippet ?? '', pixels.html].filter(Boolean).join('\n'),
      pixels,
    };
  }
}
