import { randomBytes } from 'node:crypto';
import { isLocalCaller } from '../../platform/access/local-caller.guard.js';
import { type Config, needsSandbox } from '../../platform/config/environment.js';

type Log = (level: 'info' | 'warn' | 'error', message: string) => void;

const EVERYWHERE = new Set(['0.0.0.0', '::']);
const secret = (prefix: string) => `${prefix}_${randomBytes(24).toString('hex')}`;

/**
 * Makes the payment processor reachable: without a configured key, starts its sandbox on the next port. Afterwards
 * `config.processor` holds the keys and the address. Returns a function that stops what was started.
 */
export async function openProcessor(config: Config, log: Log): Promise<() => Promise<void>> {
  if (!needsSandbox(config)) {
    const { secretKey, webhookSecret } = config.processor;
    if (secretKey && !webhookSecret) {
      log('warn', 'PROCESSOR_WEBHOOK_SECRET is not set: events of the processor are refused, and nothing is credited');
    }
    return () => Promise.resolve();
  }
  const host = EVERYWHERE.has(config.host) ? '127.0.0.1' : config.host;
  const keys = {
    secretKey: secret('sk_sandbox'),
    webhookSecret: config.processor.webhookSecret ?? secret('whsec_sandbox'),
  };
  // A dynamic import, because the production image does not contain this package.
  const { startSandbox } = await import('@community-platform/processor-sandbox');
  const sandbox = await startSandbox({
    databaseUrl: config.databaseUrl as string,
    host: config.host,
    port: config.anyPort || config.port === 65_535 ? 0 : config.port + 1,
    webhookUrl: () => `http://${host.includes(':') ? `[${host}]` : host}:${config.port}/v1/webhook/processor`,
    ...keys,
    isLocalCaller,
    tell: log,
  });
  config.processor = { ...keys, apiBase: sandbox.url.replace('//localhost:', '//127.0.0.1:') };
  config.sandboxUrl = sandbox.url;
  return () => sandbox.close();
}
