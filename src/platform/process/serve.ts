import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { Config } from '../config/environment.js';
import { Drain } from '../http/drain.js';
import { PARSER_LIMIT, refuseOversized } from '../http/head-size.js';
import { refuseMalformed } from '../http/malformed.js';
import { Metrics } from '../http/metrics.js';
import { RawJson } from '../http/raw-json.js';
import { refuseUnreadable, requestLog } from '../http/request-log.js';
import { limitTime } from '../http/time-limit.js';
import { Upgrades } from '../http/upgrades.js';
import { refusal, usePort } from './addresses.js';
import { NestLog } from './log.js';

const TIMEOUTS = {
  headersTimeout: 10_000,
  // By `limitTime`, because here it would be one for short bodies and long ones.
  requestTimeout: 0,
  // Node looks for late requests every 30 s unless told.
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: PARSER_LIMIT,
  keepAliveTimeout: 30_000,
};

export interface Service {
  app: INestApplication;
  server: Server;
  stop(): Promise<void>;
}

/** The HTTP service of a module: made, listening, and able to stop without losing a request. */
export async function serve(module: DynamicModule, config: Config, logger: Logger): Promise<Service> {
  const web = express().set('case sensitive routing', true);
  const server = createServer(TIMEOUTS, web).on('clientError', refuseMalformed).on('request', limitTime());
  const app = await NestFactory.create<NestExpressApplication>(module, new OwnServer(web, server), {
    bodyParser: false,
    logger: new NestLog(logger),
    abortOnError: false,
  });
  configure(app, config, logger);
  await app.init();
  const upgrades = app.get(Upgrades);
  server.on('upgrade', (request, socket, head) => upgrades.take(server, request, socket, head));
  try {
    await listen(server, config);
  } catch (error) {
    await app.close();
    throw error;
  }
  return {
    app,
    server,
    stop: async () => {
      await app.get(Drain).run(server);
      await app.close();
    },
  };
}

/** Nest makes its server itself unless the adapter brings one; ours has its time-outs from the first byte. */
class OwnServer extends ExpressAdapter {
  constructor(
    web: express.Express,
    private readonly ready: Server,
  ) {
    super(web);
  }

  override initHttpServer(): void {
    this.setHttpServer(this.ready);
  }

  /** What nearly every answer is, without the questions that Express asks of a body of any kind. */
  override reply(response: express.Response, body: unknown, status?: number): unknown {
    const text = textOf(body);
    if (text === undefined || response.hasHeader('Content-Type')) return super.reply(response, body, status);
    response.statusCode = status ?? response.statusCode;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return response.end(text);
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}

function textOf(body: unknown): string | undefined {
  if (body instanceof RawJson) return body.text;
  return (body as object | undefined)?.constructor === Object ? JSON.stringify(body) : undefined;
}

function configure(app: NestExpressApplication, config: Config, logger: Logger): void {
  app.set('etag', false);
  app.set('x-powered-by', false);
  app.set('trust proxy', config.trustProxy.length ? config.trustProxy : false);
  app.use(requestLog(logger, app.get(Metrics), app.get(Drain)));
  const headers = securityHeaders(config);
  app.use((_request: express.Request, response: express.Response, next: express.NextFunction) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  });
  app.enableCors({
    origin: config.corsOrigins.length ? config.corsOrigins : '*',
    credentials: config.corsOrigins.length > 0,
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'X-API-Key',
      'Idempotency-Key',
      'Last-Event-ID',
      'X-Request-Id',
    ],
    exposedHeaders: ['X-Request-Id', 'Retry-After', 'Idempotent-Replayed', 'X-Realtime-Position'],
    maxAge: 86_400,
  });
  app.use(refuseOversized);
  app.use(refuseUnreadable);
}

/**
 * What helmet sets is the same for every response: it is asked once, and not through all its layers each time.
 * Nothing is stored on the way unless its route says so: answers belong to whoever asked.
 */
function securityHeaders({ production }: Config): [string, string][] {
  const headers: [string, string][] = [['Cache-Control', 'no-store']];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  const secure = helmet({
    strictTransportSecurity: production,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // For answers that are data; a page has a policy of its own.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Of browsers that are gone: each would cost every answer half a microsecond.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  secure({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}

async function listen(server: Server, config: Config): Promise<void> {
  try {
    await listenOn(config.port, server, config);
  } catch (error) {
    // A port that was found free, and taken by another program while the service was loading.
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    if (!config.anyPort || !isTaken) throw refusal(error as NodeJS.ErrnoException, config);
    usePort(config, await listenOn(0, server, config));
  }
}

function listenOn(port: number, server: Server, { host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: 1024 }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
