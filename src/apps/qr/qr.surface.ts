import { AppProvider } from '../kernel/app-provider.js';
import type { PublicAnswer } from '../kernel/pages/public-answers.js';
import { type PublicRequest, PublicSurface } from '../kernel/pages/public-surface.js';
import type { Format } from './qr.settings.js';
import { GONE, MISSING } from './scans/pages.js';
import { PublicImagesService } from './scans/public-images.service.js';
import { ScanCodeService } from './scans/scan-code.service.js';
import { ScannedCodeRepository } from './scans/scanned-code.repository.js';

type Parameters = Record<string, string>;

/** The answers to scans of codes, and the images of codes. Keys are compared without case. */
@AppProvider()
export class QrSurface extends PublicSurface {
  protected readonly routes = {
    'image/:key.svg': (request: PublicRequest, { key = '' }: Parameters) => this.image(request, key, 'svg'),
    'image/:key.png': (request: PublicRequest, { key = '' }: Parameters) => this.image(request, key, 'png'),
    ':key': (request: PublicRequest, { key = '' }: Parameters) => this.scan(request, key.toLowerCase()),
  };

  constructor(
    private readonly codes: ScannedCodeRepository,
    private readonly scans: ScanCodeService,
    private readonly images: PublicImagesService,
  ) {
    super();
  }

  private async scan({ method, visitor }: PublicRequest, key: string): Promise<PublicAnswer> {
    const code = await this.codes.find(key);
    if (!code) return (await this.codes.isRetired(key)) ? GONE : MISSING;
    if (code.status === 'deleted' || !code.owner_is_active) return GONE;
    // The key of a static code is that of its image alone.
    return code.mode === 'static' ? MISSING : this.scans.answer(code, { method, visitor });
  }

  private image(request: PublicRequest, key: string, format: Format): Promise<PublicAnswer | undefined> {
    return this.images.answer(request, key.toLowerCase(), format);
  }
}
