import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { Config } from '../config/environment.js';
import { Drain } from '../http/drain.js';
import { refuseMalformed } from '../http/malformed.js';
import { Metrics } from '../http/metrics.js';
import { requestLog } from '../http/request-log.js';
import { refusal } from './addresses.js';
import { NestLog } from './log.js';

const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Node looks for late requests every 30 s unless told.
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  keepAliveTimeout: 30_000,
};

const NO_STORE = /^\/v1\/(auth|api-keys|users\/(me|exports)|wallet|payments)(\/|$|\?)/i;

export interface Service {
  app: INestApplication;
  server: Server;
  port: number;
  stop(): Promise<void>;
}

/** The HTTP service of a module: made, listening, and able to stop without losing a request. */
export async function serve(module: DynamicModule, config: Config, logger: Logger): Promise<Service> {
  const web = express();
  const server = createServer(TIMEOUTS, web).on('clientError', refuseMalformed);
  const app = await NestFactory.create<NestExpressApplication>(module, new OwnServer(web, server), {
    bodyParser: false,
    logger: new NestLog(logger),
    abortOnError: false,
  });
  configure(app, config, logger);
  await app.init();
  const port = await listen(server, config);
  return {
    app,
    server,
    port,
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

  override close(): Promise<void> {
    return Promise.resolve();
  }
}

function configure(app: NestExpressApplication, config: Config, logger: Logger): void {
  app.set('etag', false);
  app.set('x-powered-by', false);
  app.set('trust proxy', config.trustProxy.length ? config.trustProxy : false);
  app.set('case sensitive routing', true);
  app.use(requestLog(logger, app.get(Metrics), app.get(Drain)));
  app.use(
    helmet({
      strictTransportSecurity: config.production,
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    }),
  );
  app.use((request: express.Request, response: express.Response, next: express.NextFunction) => {
    if (NO_STORE.test(request.url)) response.setHeader('Cache-Control', 'no-store');
    next();
  });
  app.enableCors({
    origin: config.corsOrigins.length ? config.corsOrigins : '*',
    credentials: config.corsOrigins.length > 0,
    allowedHeaders: ['Authorization', 'Content-Type', 'X-API-Key', 'Idempotency-Key', 'X-Request-Id'],
    exposedHeaders: ['X-Request-Id', 'Retry-After', 'Idempotent-Replayed', 'X-Realtime-Position'],
    maxAge: 86_400,
  });
}

function listen(server: Server, config: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refusal(error, config)));
    server.listen({ port: config.port, host: config.host, backlog: 1024 }, () => {
      const { port } = server.address() as AddressInfo;
      resolve(port);
    });
  });
}
