import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { api } from './api.js';
import { CallLog } from './call-log.js';
import { controls } from './controls.js';
import { Deliveries } from './deliveries.js';
import { pages } from './pages.js';
import { Store } from './store.js';

export interface SandboxOptions {
  databaseUrl: string;
  /** Address to listen on. */
  host: string;
  /** Wished port; 0 is any, and when it is taken it is any other. */
  port: number;
  /** Where events are delivered; asked anew at each delivery, because the port may become known later. */
  webhookUrl: () => string;
  /** What API calls must carry as Bearer. */
  secretKey: string;
  /** Signs events. */
  webhookSecret: string;
  /** First pause in milliseconds before a delivery is repeated; it doubles, up to an hour, for three days. */
  retryMs?: number;
  tell: (level: 'info' | 'warn' | 'error', message: string) => void;
}

export interface Sandbox {
  /** What checkout and onboarding links begin with too. */
  url: string;
  close(): Promise<void>;
}

/**
 * The double of the payment processor: a server of its own that speaks the processor's API, for development and
 * tests. It shares nothing with the service but the PostgreSQL that its state survives in.
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
  app.use('/sandbox', controls(around));
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

/** Other sites, which a developer has open too, may lead here but not pull a lever or read anything. */
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
