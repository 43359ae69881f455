import type { DynamicModule, Provider, Type } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Runtime } from '../../src/platform/config/runtime.js';
import { ask, type Answer, type Question } from './ask.js';
import { boot, type Booted } from './boot.js';
import { administer } from './databases.js';
import { PASSWORD } from './service.js';

export interface Fixture {
  variables?: Record<string, string>;
  imports?: Type[];
  controllers?: Type[];
  providers?: Provider[];
}

class FixtureModule {}

/** The whole service in any mode, with additional routes and jobs of the test. */
export class FixtureService {
  readonly runtime: Runtime;
  readonly database: Pool;
  readonly databaseName: string;
  private signedUp = 0;

  private constructor(private readonly booted: Booted) {
    ({ runtime: this.runtime, database: this.database, databaseName: this.databaseName } = booted);
  }

  static async start({ variables = {}, imports = [], controllers = [], providers = [] }: Fixture = {}) {
    const extend = (service: DynamicModule) => ({
      module: FixtureModule,
      imports: [service, ...imports],
      controllers,
      providers,
    });
    return new FixtureService(await boot(variables, extend));
  }

  get url(): string {
    return `http://127.0.0.1:${this.runtime.port}`;
  }

  get app() {
    return this.booted.running.app;
  }

  get server() {
    return this.booted.running.server;
  }

  /** All log lines so far, parsed as JSON. */
  log(): Record<string, any>[] {
    return this.booted.log.map((line) => JSON.parse(line));
  }

  logText(): string {
    return this.booted.log.join('');
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

  /** Creates an account and returns the header for its calls. */
  async bearer(role = 'user'): Promise<{ authorization: string }> {
    const credentials = { email: `user${++this.signedUp}@example.com`, password: PASSWORD };
    const { body: made } = await this.send('POST', '/v1/auth/sign-up', credentials);
    const { body } = await this.send('POST', '/v1/auth/sign-in', credentials);
    await this.database.query('UPDATE account.users SET role = $2 WHERE id = $1', [made.user.id, role]);
    return { authorization: `Bearer ${body.session.access_token}` };
  }

  /** Makes the database unavailable, as a failover does, while the work runs. */
  async withoutDatabase<T>(work: () => Promise<T>): Promise<T> {
    await administer(`ALTER DATABASE ${this.databaseName} ALLOW_CONNECTIONS false`);
    try {
      await administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${this.databaseName}'`);
      return await work();
    } finally {
      await administer(`ALTER DATABASE ${this.databaseName} ALLOW_CONNECTIONS true`);
    }
  }

  stop(): Promise<void> {
    return this.booted.stop();
  }
}
