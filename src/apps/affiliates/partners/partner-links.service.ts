import { Runtime } from '../../../platform/config/runtime.js';
import { AppProvider } from '../../kernel/app-provider.js';

/** The public address that an affiliate shares. */
@AppProvider()
export class PartnerLinksService {
  constructor(private readonly runtime: Runtime) {}

  of(code: string): string {
    return `${this.runtime.publicUrl}/v1/apps/affiliates/public/r/${code}`;
  }
}
