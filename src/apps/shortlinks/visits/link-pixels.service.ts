import { AppProvider } from '../../kernel/app-provider.js';
import { headerOf, type Visit, type Visitor } from '../../../web-events/visits/visit.js';
import type { AttachedPixel } from '../../contracts/pixels.js';
import { type EmbeddedPixels, PagePixelsService, renderedFor } from '../../kernel/pages/page-pixels.service.js';

/** The visitor's answer on the consent page. */
const CONSENT = /(?:^|;\s*)px_consent=yes(?:;|$)/;

/** What is fired on the way through a link. There is no room for a question: who was never asked has not agreed. */
@AppProvider()
export class LinkPixelsService {
  constructor(private readonly pixels: PagePixelsService) {}

  attachedTo(linkId: string): Promise<AttachedPixel[]> {
    return this.pixels.attachedTo('shortlinks', linkId);
  }

  /** Those that may fire for this visitor. */
  async firing(linkId: string, visit: Visit, visitor: Visitor): Promise<AttachedPixel[]> {
    if (visit.is_bot) return [];
    const hasAgreed = CONSENT.test(headerOf(visitor, 'cookie') ?? '');
    const attached = renderedFor(visitor, await this.attachedTo(linkId));
    return attached.filter(({ consent }) => consent === 'not_required' || hasAgreed);
  }

  embed(pixels: AttachedPixel[], visitor: Visitor, apps: string): EmbeddedPixels {
    return this.pixels.embed(pixels, { visitor, apps, asks: false });
  }
}
