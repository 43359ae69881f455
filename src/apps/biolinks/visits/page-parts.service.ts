import { AppProvider } from '../../kernel/app-provider.js';
import { AppServices } from '../../contracts/app-services.js';
import type { AttachedPixel } from '../../contracts/pixels.js';
import type { BioPage } from '../entities/page.entity.js';
import { PageAddressesService } from '../pages/page-addresses.service.js';

const APP = 'biolinks';

/** What a page has from other apps. */
export interface PageParts {
  canonical: string;
  scripts: string;
  /** That the scripts may talk to. */
  hosts: string[];
}

/** Asks the other apps, all at once. */
@AppProvider()
export class PagePartsService {
  constructor(
    private readonly services: AppServices,
    private readonly addresses: PageAddressesService,
  ) {}

  /** `apps`: the address of all apps, from the page. */
  async of({ id, handle, analytics_site_id }: BioPage, apps: string): Promise<PageParts> {
    const [host, pixels, snippet] = await Promise.all([
      this.services.of('domains')?.hostOf(APP, id),
      this.services.of('pixels')?.attachedTo(APP, id),
      analytics_site_id ? this.services.of('analytics')?.snippetFor(analytics_site_id) : null,
    ]);
    return {
      canonical: host ? `https://${host}/` : this.addresses.of(handle),
      scripts: [snippet ?? '', pixels?.length ? pixelScripts(pixels, apps) : ''].filter(Boolean).join('\n'),
      hosts: this.hostsOf(pixels ?? []),
    };
  }

  private hostsOf(pixels: AttachedPixel[]): string[] {
    if (!pixels.length) return [];
    return this.services.of('pixels')?.hostsOf([...new Set(pixels.map(({ provider }) => provider))]) ?? [];
  }
}

/** The block of values that the script of the app `pixels` reads. Without `<` no value can end the element. */
function pixelScripts(pixels: AttachedPixel[], apps: string): string {
  const values = pixels.map(({ attachment_id, provider, external_id, event, consent }) => ({
    attachment_id,
    provider,
    external_id,
    event,
    consent,
  }));
  const json = JSON.stringify(values).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="pixels">${json}</script>
<script src="${apps}pixels/public/pixels.js" async></script>`;
}
