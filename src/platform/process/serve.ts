import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { Environment } from '../config/environment.js';
import type { Runtime } from '../config/runtime.js';
import { limitConnections } from '../http/server/connection-limit.js';
import { ShutdownService } from '../http/server/shutdown.service.js';
import { warnOfForwarding } from '../http/server/forwarding.js';
import { PARSER_LIMIT, refuseOversized, refuseMalformed } from '../http/server/malformed.js';
import { MetricsService } from '../http/server/metrics.service.js';
import { Networks } from '../http/networks.js';
import { RawJson } from '../http/raw-json.js';
import { refuseUnreadable, requestLog } from '../http/server/request-log.js';
import { indexRoutes } from '../http/server/route-index.js';
import { cutStalledAnswers, STALLED, limitTime } from '../http/server/time-limit.js';
import { UpgradesService } from '../http/server/upgrades.service.js';
import { refusal } from './addresses.js';
import { NestLog } from './log.js';

const TIMEOUTS = {
  headersTimeout: 10_000,
  // `limitTime` sets this limit, because Node's is the same for short and long bodies.
  requestTimeout: 0,
  // Node's default interval is 30 s.
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: PARSER_LIMIT,
  // Longer than a proxy keeps an idle connection, which is a minute for nginx and for most load balancers: if the server
  // closed it first, the proxy could send a request at that moment and answer 502.
  keepAliveTimeout: 65_000,
};

export interface Service {
  app: INestApplication;
  server: Server;
  stop(arriving?: { least: number; most: number }): Promise<void>;
}

/** Creates the HTTP service of a module. It listens, and can stop without losing a request. */
export async function serve(
  module: DynamicModule,
  runtime: Runtime,
  logger: Logger,
  stalled = STALLED,
): Promise<Service> {
  const web = express().set('case sensitive routing', true);
  const { environment } = runtime;
  const server = openServer(web, environment, logger, stalled);
  const app = await NestFactory.create<NestExpressApplication>(module, new ServerAdapter(web, server), {
    bodyParser: false,
    logger: new NestLog(logger),
    abortOnError: false,
  });
  configure(app, environment, logger);
  await app.init();
  indexRoutes(web);
  const upgrades = app.get(UpgradesService);
  server.on('upgrade', (request, socket, head) => upgrades.handleUpgrade(server, request, socket, head));
  try {
    await listen(server, runtime);
  } catch (error) {
    await app.close();
    throw error;
  }
  return {
    app,
    server,
    stop: async (arriving) => {
      await app.get(ShutdownService).shutDown(server, arriving);
      await app.close();
    },
  };
}

function openServer(web: express.Express, environment: Environment, logger: Logger, stalled: typeof STALLED): Server {
  const server = createServer(TIMEOUTS, web).on('clientError', refuseMalformed).on('request', limitTime());
  // A client that has closed its sending half still reads the answer. Node's types do not declare the property.
  Object.assign(server, { httpAllowHalfOpen: true });
  cutStalledAnswers(server, stalled);
  limitConnections(server, {
    most: environment.connectionsPerAddress,
    unlimited: new Networks(['loopback', ...environment.trustProxy]),
    warn: (message) => logger.warn(message),
  });
  return server;
}

/** Nest creates its own server unless the adapter has one. This server has its time-outs from the first byte. */
class ServerAdapter extends ExpressAdapter {
  constructor(
    web: express.Express,
    private readonly server: Server,
  ) {
    super(web);
  }

  override initHttpServer(): void {
    this.setHttpServer(this.server);
  }

  /** A short path for plain JSON, which nearly all answers are; Express checks for bodies of any kind. */
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

function configure(app: NestExpressApplication, environment: Environment, logger: Logger): void {
  app.set('etag', false);
  app.set('x-powered-by', false);
  app.set('trust proxy', environment.trustProxy.length ? environment.trustProxy : false);
  app.use(requestLog(logger, app.get(MetricsService), app.get(ShutdownService)));
  if (!environment.trustProxy.length) app.use(warnOfForwarding(logger));
  const headers = securityHeaders(environment);
  app.use((_request: express.Request, response: express.Response, next: express.NextFunction) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  });
  app.enableCors({
    origin: environment.corsOrigins.length ? environment.corsOrigins : '*',
    credentials: environment.corsOrigins.length > 0,
    allowedHeaders: ['Authorization', 'Content-Type', 'X-API-Key', 'Idempotency-Key', 'Last-Event-ID', 'X-Request-Id'],
    exposedHeaders: ['X-Request-Id', 'Retry-After', 'Idempotent-Replayed', 'X-Realtime-Position'],
    maxAge: 86_400,
  });
  app.use(refuseOversized);
  app.use(refuseUnreadable);
}

/**
 * Helmet sets the same headers for every response, so it is called once and not per request. Responses are
 * not cached unless the route allows it, because answers depend on the caller.
 */
function securityHeaders({ production }: Environment): [string, string][] {
  const headers: [string, string][] = [['Cache-Control', 'no-store']];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  const secure = helmet({
    strictTransportSecurity: production,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // This policy is for JSON answers; a page sets its own.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Only obsolete browsers use these headers, and each costs every answer half a microsecond.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  secure({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
}

async function listen(server: Server, runtime: Runtime): Promise<void> {
  const { environment, port } = runtime;
  try {
    await listenOn(port, server, environment);
  } catch (error) {
    // The port was free at the start, and another program took it while the service was loading.
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    if (environment.port !== 0 || !isTaken) throw refusal(error as NodeJS.ErrnoException, environment);
    runtime.port = await listenOn(0, server, environment);
  }
}

function listenOn(port: number, server: Server, { host }: Environment): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: 1024 }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
