import { randomBytes } from 'node:crypto';
import { isLocalCaller } from '../../platform/access/local-caller.guard.js';
import { needsSandbox } from '../../platform/config/environment.js';
import type { Runtime } from '../../platform/config/runtime.js';

type Log = (level: 'info' | 'warn' | 'error', message: string) => void;

const EVERYWHERE = new Set(['0.0.0.0', '::']);
const secret = (prefix: string) => `${prefix}_${randomBytes(24).toString('hex')}`;

/**
 * Makes the payment processor reachable: without a configured key, starts its sandbox on the next port. Afterwards
 * `runtime.processor` holds the keys and the address. Returns a function that stops what was started.
 */
export async function openProcessor(runtime: Runtime, log: Log): Promise<() => Promise<void>> {
  const { environment } = runtime;
  if (!needsSandbox(environment)) {
    const { secretKey, webhookSecret } = environment.processor;
    if (secretKey && !webhookSecret) {
      log('warn', 'PROCESSOR_WEBHOOK_SECRET is not set: events of the processor are refused, and nothing is credited');
    }
    return () => Promise.resolve();
  }
  const host = EVERYWHERE.has(environment.host) ? '127.0.0.1' : environment.host;
  const keys = {
    secretKey: secret('sk_sandbox'),
    webhookSecret: environment.processor.webhookSecret ?? secret('whsec_sandbox'),
  };
  // A dynamic import, because the production image does not contain this package.
  const { startSandbox } = await import('@community-platform/processor-sandbox');
  const sandbox = await startSandbox({
    databaseUrl: runtime.databaseUrl,
    host: environment.host,
    port: environment.port === 0 || environment.port === 65_535 ? 0 : environment.port + 1,
    webhookUrl: () => `http://${host.includes(':') ? `[${host}]` : host}:${runtime.port}/v1/webhook/processor`,
    ...keys,
    isLocalCaller,
    tell: log,
  });
  runtime.processor = { ...keys, apiBase: sandbox.url.replace('//localhost:', '//127.0.0.1:') };
  runtime.sandboxUrl = sandbox.url;
  return () => sandbox.close();
}
