import { builtFile } from '@community-platform/pages';
import { AppProvider } from '../kernel/app-provider.js';
import { assetAnswer, fileAnswer, NO_STORE, type PublicAnswer } from '../kernel/pages/public-answers.js';
import { PublicSurface, type PublicRequest } from '../kernel/pages/public-surface.js';
import { CountingService } from './counting/counting.service.js';

const SCRIPT = assetAnswer('text/javascript', builtFile('pixels/pixels.js'), 'public, max-age=3600');

/** One transparent pixel, in 43 bytes. */
const PICTURE = fileAnswer(
  'image/gif',
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64'),
  {
    cache: `${NO_STORE}, private`,
    headers: { Pragma: 'no-cache', 'Cross-Origin-Resource-Policy': 'cross-origin' },
  },
);
const NOTED: PublicAnswer = { status: 204, headers: { 'Cache-Control': NO_STORE } };

/** The script of pages, what it reports, and the pictures of own pixels. */
@AppProvider()
export class PixelsSurface extends PublicSurface {
  protected readonly routes = {
    'pixels.js': () => SCRIPT,
    'fired/:attachment': (request: PublicRequest, { attachment = '' }: Record<string, string>) =>
      this.fired(request, attachment),
    ':key.gif': (request: PublicRequest, { key = '' }: Record<string, string>) => this.picture(request, key),
  };

  // A mail program may fill in a reference in another encoding: it is dropped, and the event counts.
  override readonly anyQuery = [':key.gif'];

  constructor(private readonly counting: CountingService) {
    super();
  }

  private async fired(request: PublicRequest, attachmentId: string): Promise<PublicAnswer> {
    await this.counting.fired(attachmentId, request);
    return NOTED;
  }

  private async picture(request: PublicRequest, key: string): Promise<PublicAnswer> {
    await this.counting.picture(key, request.query, request);
    return PICTURE;
  }
}
