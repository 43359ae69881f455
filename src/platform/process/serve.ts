import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import type { Logger } from 'pino';
import type { Environment } from '../config/environment.js';
import type { Runtime } from '../config/runtime.js';
import { limitConnectionWait } from '../database/connection/data-source.js';
import { DatabaseService } from '../database/database.service.js';
import { ExtensionsService } from '../extensions.service.js';
import { expressClasses } from '../http/server/express-classes.js';
import { limitConnections } from '../http/server/connection-limit.js';
import { HostHandler } from '../http/server/host-handler.js';
import { ShutdownService } from '../http/server/shutdown.service.js';
import { warnOfForwarding } from '../http/server/forwarding.js';
import { PARSER_LIMIT, refuseOversized, refuseMalformed } from '../http/server/malformed.js';
import { MetricsService } from '../http/server/metrics.service.js';
import { Networks } from '../http/networks.js';
import { RawJson } from '../http/raw-json.js';
import { refuseUnreadable, requestLog } from '../http/server/request-log.js';
import { ExemptPathsRegistry } from '../http/server/exempt-paths.registry.js';
import { answerPreflight, responseHeaders } from '../http/server/response-headers.js';
import { RouteIndex } from '../http/server/route-index.js';
import { runFirst } from '../http/server/run-first.js';
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
  const routes = configure(web, app, environment, logger);
  await app.init();
  limitConnectionWait(app.get(DatabaseService).dataSource);
  routes.fill(web);
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
  const server = createServer({ ...TIMEOUTS, ...expressClasses(web) }, web)
    .on('clientError', refuseMalformed)
    .on('request', limitTime());
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
    const bytes = Buffer.byteLength(text);
    response.setHeader('Content-Length', bytes);
    // Text that is ASCII is copied faster as Latin-1.
    return response.end(text, bytes === text.length ? 'latin1' : 'utf8');
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}

function textOf(body: unknown): string | undefined {
  if (body instanceof RawJson) return body.text;
  return (body as object | undefined)?.constructor === Object ? JSON.stringify(body) : undefined;
}

/** Returns the index of the routes, which exist only after Nest's `init`. */
function configure(
  web: express.Express,
  app: NestExpressApplication,
  environment: Environment,
  logger: Logger,
): RouteIndex {
  app.set('etag', false);
  app.set('x-powered-by', false);
  app.set('trust proxy', environment.trustProxy.length ? environment.trustProxy : false);
  const hosts = app.get(ExtensionsService).one(HostHandler);
  const routes = new RouteIndex();
  runFirst(web, [
    requestLog(logger, app.get(MetricsService), app.get(ShutdownService)),
    ...(environment.trustProxy.length ? [] : [warnOfForwarding(logger)]),
    responseHeaders(environment, app.get(ExemptPathsRegistry)),
    refuseOversized,
    refuseUnreadable(app.get(ExemptPathsRegistry)),
    (request, response, next) => hosts.value.handle(request, response, next),
    answerPreflight,
    routes.dispatch,
  ]);
  return routes;
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
