import { Runtime } from '../../../platform/config/runtime.js';
import { AppProvider } from '../../kernel/app-provider.js';

@AppProvider()
export class RequestAddressesService {
  constructor(private readonly runtime: Runtime) {}

  ofCode(code: string): string {
    return `${this.runtime.publicUrl}/v1/apps/filerequests/public/r/${code}`;
  }

  ofToken(token: string): string {
    return `${this.runtime.publicUrl}/v1/apps/filerequests/public/p/${token}`;
  }
}
