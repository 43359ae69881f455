import { AppProvider } from '../../kernel/app-provider.js';
import { headerOf, type Visit, type Visitor } from '../../../web-events/visits/visit.js';
import { AppServices } from '../../contracts/app-services.js';
import type { AttachedPixel, PixelsService } from '../../contracts/pixels.js';

/** The visitor's answer on the consent page. */
const CONSENT = /(?:^|;\s*)px_consent=yes(?:;|$)/;

/** What is fired on the way through a link. There is no room for a question: who was never asked has not agreed. */
@AppProvider()
export class LinkPixelsService {
  constructor(private readonly services: AppServices) {}

  async attachedTo(linkId: string): Promise<AttachedPixel[]> {
    return (await this.pixels?.attachedTo('shortlinks', linkId)) ?? [];
  }

  /** Those that may fire for this visitor. */
  async firing(linkId: string, visit: Visit, visitor: Visitor): Promise<AttachedPixel[]> {
    if (visit.is_bot || !this.pixels) return [];
    const hasAgreed = CONSENT.test(headerOf(visitor, 'cookie') ?? '');
    const hasRefused = headerOf(visitor, 'sec-gpc') === '1';
    const attached = await this.attachedTo(linkId);
    return attached.filter(
      ({ provider, consent }) => (consent === 'not_required' || hasAgreed) && (provider === 'own' || !hasRefused),
    );
  }

  hostsOf(pixels: AttachedPixel[]): string[] {
    return this.pixels?.hostsOf([...new Set(pixels.map(({ provider }) => provider))]) ?? [];
  }

  private get pixels(): PixelsService | undefined {
    return this.services.of('pixels');
  }
}
