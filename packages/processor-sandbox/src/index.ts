import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { api } from './api.js';
import { CallLog } from './call-log.js';
import { controls } from './controls.js';
import { Deliveries } from './deliveries.js';
import { pages } from './pages.js';
import { Store } from './store.js';

export { periodEnd } from './subscription-objects.js';

export interface SandboxOptions {
  databaseUrl: string;
  /** The address to listen on. */
  host: string;
  /** The preferred port. 0 means any free port, which is also used when the port is taken. */
  port: number;
  /** The address for events. It is read for each delivery, because the port may become known later. */
  webhookUrl: () => string;
  /** The Bearer token that API calls need. */
  secretKey: string;
  /** The secret that signs events. */
  webhookSecret: string;
  /**
   * The first pause in milliseconds before a delivery is repeated. It doubles, up to an hour, for three days.
   */
  retryMs?: number;
  /** True for callers on this machine: only they can open the controls and the overview. */
  isLocalCaller: (request: IncomingMessage) => boolean;
  tell: (level: 'info' | 'warn' | 'error', message: string) => void;
}

export interface Sandbox {
  /** The base address, also of checkout and onboarding links. */
  url: string;
  close(): Promise<void>;
}

/**
 * The test double of the payment processor: a separate server that speaks the processor's API, for
 * development and tests. It shares only the PostgreSQL server with the service, where it stores its state.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const store = await Store.open(options.databaseUrl);
  const log = new CallLog();
  const deliveries = new Deliveries(store, options);
  let url = '';
  const around = { store, log, deliveries, secretKey: options.secretKey, url: () => url };
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'extended');
  app.locals.tell = options.tell;
  app.use(refuseForeign);
  app.use('/v1', api(around));
  app.use('/sandbox', refuseDistant(options), controls(around));
  app.get('/', refuseDistant(options));
  app.use(pages(around));
  const server = createServer(app);
  try {
    url = addressOf(options.host, await listen(server, options));
    await deliveries.start();
  } catch (error) {
    server.close();
    await store.close();
    throw error;
  }
  return {
    url,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await deliveries.stop();
      server.closeAllConnections();
      await closed;
      await store.close();
    },
  };
}

/**
 * The controls and the overview are for this machine only. The API is protected by its key, and the service
 * calls it by any address of HOST; a page of checkout or onboarding is found only by the random id in its
 * address.
 */
function refuseDistant({ isLocalCaller }: SandboxOptions) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (isLocalCaller(request)) return next();
    response.status(404).json({ error: { type: 'invalid_request_error', message: 'Not found' } });
  };
}

/** Other sites that a developer has open may link here, but may not use controls or read anything. */
function refuseForeign({ method, headers }: Request, response: Response, next: NextFunction): void {
  const isVisit = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (headers['sec-fetch-site'] !== 'cross-site' || isVisit) return next();
  response.status(403).json({ error: { type: 'invalid_request_error', message: 'Not from another site' } });
}

function addressOf(host: string, port: number): string {
  const isLocal = ['127.0.0.1', '0.0.0.0', '::'].includes(host);
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${isLocal ? 'localhost' : name}:${port}`;
}

async function listen(server: Server, { host, port }: SandboxOptions): Promise<number> {
  try {
    return await listenOn(server, host, port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port === 0) throw error;
    return listenOn(server, host, 0);
  }
}

function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
