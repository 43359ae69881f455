import { Environment } from '../../../platform/config/environment.js';
import { Runtime } from '../../../platform/config/runtime.js';
import { AppProvider } from '../../kernel/app-provider.js';

/** The hosts that belong to the installation, with all that lies below them. */
@AppProvider()
export class PlatformHostsService {
  constructor(
    private readonly environment: Environment,
    private readonly runtime: Runtime,
  ) {}

  includes(host: string): boolean {
    const { shortHost, qrHost, edgeHost } = this.environment;
    const { publicUrl, appUrl } = this.runtime;
    return [new URL(publicUrl).hostname, new URL(appUrl).hostname, shortHost, qrHost, edgeHost].some(
      (own) => own !== undefined && (host === own || host.endsWith(`.${own}`)),
    );
  }
}
