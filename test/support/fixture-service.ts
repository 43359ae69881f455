import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { DynamicModule, Provider, Type } from '@nestjs/common';
import { Pool } from 'pg';
import { AppModule } from '../../src/app.module.js';
import { type Config, readEnvironment } from '../../src/platform/config/environment.js';
import { logTo } from '../../src/platform/process/log.js';
import { settleAddress } from '../../src/platform/process/addresses.js';
import { serve, type Service } from '../../src/platform/process/serve.js';
import { ask, type Answer, type Question } from './ask.js';
import { cloneTemplate, dropDatabase } from './bare-database.js';
import { addressOf, administer, PASSWORD } from './service.js';

export interface Fixture {
  variables?: Record<string, string>;
  controllers?: Type[];
  providers?: Provider[];
}

class FixtureModule {}

/** The whole service, in whichever mode, with routes and jobs of the test's own in it. */
export class FixtureService {
  private signedUp = 0;

  private constructor(
    readonly config: Config,
    readonly databaseName: string,
    /** The test's own way to the service's database. */
    readonly database: Pool,
    private readonly lines: string[],
    private readonly running: Service,
  ) {}

  static async start({
    variables = {},
    controllers = [],
    providers = [],
  }: Fixture = {}): Promise<FixtureService> {
    const databaseName = await cloneTemplate();
    const config = readEnvironment({
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: mkdtempSync(join(tmpdir(), 'platform-data-')),
      DATABASE_URL: addressOf(databaseName),
      RATE_LIMIT: 'off',
      ...variables,
    });
    await settleAddress(config);
    const imports = [AppModule.with(config, { jobs: true })];
    const module: DynamicModule = { module: FixtureModule, imports, controllers, providers };
    const lines: string[] = [];
    try {
      const running = await serve(module, config, logTo(sink(lines), config.logLevel));
      const database = new Pool({ connectionString: config.databaseUrl, max: 4 });
      database.on('error', () => undefined);
      return new FixtureService(config, databaseName, database, lines, running);
    } catch (error) {
      await remove(databaseName, config.dataDir);
      throw error;
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.config.port}`;
  }

  get app() {
    return this.running.app;
  }

  get server() {
    return this.running.server;
  }

  /** Every line of the log so far, as the JSON that it has to be. */
  log(): Record<string, any>[] {
    return this.lines.map((line) => JSON.parse(line));
  }

  logText(): string {
    return this.lines.join('');
  }

  ask(path: string, question: Question = {}): Promise<Answer> {
    return ask(this.url, path, question);
  }

  /** Sends an object as JSON. */
  send(method: string, path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const text = JSON.stringify(body);
    const length = Buffer.byteLength(text);
    return this.ask(path, {
      method,
      headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
      body: text,
    });
  }

  /** A new account: the header that a call of its own carries. */
  async bearer(role = 'user'): Promise<{ authorization: string }> {
    const credentials = { email: `user${++this.signedUp}@example.com`, password: PASSWORD };
    const { body: made } = await this.send('POST', '/v1/auth/sign-up', credentials);
    const { body } = await this.send('POST', '/v1/auth/sign-in', credentials);
    await this.database.query('UPDATE account.users SET role = $2 WHERE id = $1', [made.user.id, role]);
    return { authorization: `Bearer ${body.session.access_token}` };
  }

  /** Takes the database away, as a failover or an operator does, while the work runs. */
  async withoutDatabase<T>(work: () => Promise<T>): Promise<T> {
    await administer(`ALTER DATABASE ${this.databaseName} ALLOW_CONNECTIONS false`);
    try {
      await administer(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${this.databaseName}'`,
      );
      return await work();
    } finally {
      await administer(`ALTER DATABASE ${this.databaseName} ALLOW_CONNECTIONS true`);
    }
  }

  async stop(): Promise<void> {
    await this.running.stop();
    await this.database.end();
    await remove(this.databaseName, this.config.dataDir);
  }
}

function sink(lines: string[]): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
}

async function remove(databaseName: string, dataDir: string): Promise<void> {
  await dropDatabase(databaseName);
  rmSync(dataDir, { recursive: true, force: true });
}
