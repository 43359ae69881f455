import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { texts } from '../../src/platform/database/sql.js';

/** A request as scenarios make it; without a body it is GET. */
export interface Asked {
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Prepared extends Asked {
  posts?: (count: number) => Asked[];
}

export interface Scenario {
  name: string;
  path: string;
  writes?: boolean;
  bare?: unknown;
  prepare?: (here: { base: string }, environment: object, sizes: object) => Promise<Prepared>;
}

/** The modules of the benchmark are plain JavaScript. */
const bench = (file: string) => import(new URL(`../../bench/${file}`, import.meta.url).href);
const { loadScenarios } = await bench('scenarios.mjs');
const { bareExpress } = await bench('bare-express.mjs');
const { manifestsOf, seed } = await bench('sides.mjs');
const { SIZES } = await bench('sizes.mjs');

export const scenarios: Scenario[] = await loadScenarios();
export const quickSizes = SIZES.quick;
export const seedDatabase = (environment: object, sizes: object): Promise<void> => seed(environment, sizes, 'ignore');

interface Options {
  databaseUrl: string;
  jwtSecret: string;
  /** The address of the service, from which the manifests of the apps are read. */
  service: string;
  /** The address that answers contain. */
  base: string;
}

/** Bare Express with all scenarios, in this process. */
export class BareSide {
  private constructor(
    private readonly server: Server,
    private readonly pool: pg.Pool,
  ) {}

  static async start({ service, ...options }: Options): Promise<BareSide> {
    const manifests = await manifestsOf({ base: service });
    const { app, pool } = bareExpress({ ...options, poolSize: 4, texts: texts(), manifests, scenarios });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new BareSide(server, pool);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await this.pool.end();
  }
}

/** Sends a request of a scenario, and expects that it succeeds. */
export async function send(url: string, { path }: Scenario, { path: own = path, headers, body }: Asked): Promise<void> {
  const method = body === undefined ? 'GET' : 'POST';
  const response = await fetch(url + own, { headers, body, method, redirect: 'manual' });
  const text = await response.text();
  if (![200, 201, 302].includes(response.status)) throw new Error(`${own} answered ${response.status} ${text}`);
}
