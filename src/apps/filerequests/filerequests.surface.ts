import { builtFile, uploadPage } from '@community-platform/pages';
import { Runtime } from '../../platform/config/runtime.js';
import { AppProvider } from '../kernel/app-provider.js';
import { assetAnswer, pageAnswer, type PublicAnswer } from '../kernel/pages/public-answers.js';
import { PublicSurface } from '../kernel/pages/public-surface.js';

const SCRIPT = assetAnswer('text/javascript', builtFile('filerequests/upload.js'));
const STYLE = assetAnswer('text/css', builtFile('filerequests/upload.css'));

/**
 * The page where files are uploaded. It is the same for every address: its script asks the public actions, so that an
 * unknown address is found by them.
 */
@AppProvider()
export class FilerequestsSurface extends PublicSurface {
  protected readonly routes = {
    'upload.js': () => SCRIPT,
    'upload.css': () => STYLE,
    'r/:code': () => this.page(),
    'p/:token': () => this.page(),
  };

  constructor(private readonly runtime: Runtime) {
    super();
  }

  /** Files go to PUBLIC_URL, which may be another origin than the one by which the page was opened. */
  private page(): PublicAnswer {
    const { origin } = new URL(this.runtime.publicUrl);
    return pageAnswer(uploadPage(), { sources: { 'connect-src': origin } });
  }
}
