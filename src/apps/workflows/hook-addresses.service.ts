import { randomBytes } from 'node:crypto';
import { Runtime } from '../../platform/config/runtime.js';
import { AppProvider } from '../kernel/app-provider.js';

export const newHookToken = () => randomBytes(32).toString('base64url');

@AppProvider()
export class HookAddresses {
  constructor(private readonly runtime: Runtime) {}

  of(token: string): string {
    return `${this.runtime.publicUrl}/v1/apps/workflows/public/hooks/${token}`;
  }
}
