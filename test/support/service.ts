import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { APP_REGISTRY, type AppRegistry, type RegisteredApp } from '../../src/apps/kernel/registry.js';
import { type CapturedMail, MailboxService } from '../../src/mail/mailbox.service.js';
import type { Runtime } from '../../src/platform/config/runtime.js';
import { OpenApiService } from '../../src/platform/http/openapi/openapi.service.js';
import type { Parts } from '../../src/app.module.js';
import { WebEventsService } from '../../src/web-events/web-events.service.js';
import { boot, type Booted, type Extend, openPool } from './boot.js';
import { Client } from './client.js';
import { Contract } from './contract.js';
import { lease } from './lease.js';

export const PASSWORD = 'correct horse battery';
/** For specs that are about hashing: a hash costs what it costs by default. */
export const SLOW_HASHES = { PASSWORD_MEMORY_KIB: '' };

export interface Account {
  id: string;
  email: string;
  access_token: string;
  refresh_token: string;
  /** A client that calls as this account. */
  client: Client;
}

/** SQL: a job that runs or is due. */
export const OPEN_JOB = `(state IN ('retry', 'active') OR (state = 'created' AND start_after <= now()))`;

/** A whole service on its own database, used over HTTP like by a client. */
export class TestService {
  readonly runtime: Runtime;
  readonly database: Pool;
  /** All lines that the service has logged. */
  readonly log: string[];
  private signedUp = 0;
  private readonly doubles: (() => void)[] = [];

  private constructor(
    private readonly booted: Booted,
    private readonly contract: Contract,
  ) {
    ({ runtime: this.runtime, database: this.database, log: this.log } = booted);
  }

  /** `apps` replaces those of the catalogue; `extend` adds modules to the service. */
  static async start(
    variables: Record<string, string> = {},
    { apps, extend }: { apps?: Parts['apps']; extend?: Extend } = {},
  ): Promise<TestService> {
    const booted = await boot(variables, extend, apps);
    return TestService.of(booted, apps);
  }

  /**
   * A warm service of the worker, clean as after a start; `stop` gives it back. For specs that call it over HTTP and
   * read its rows. One that changes the service itself or the schema starts its own. `extend` is known by its name.
   */
  static async lease(variables: Record<string, string> = {}, extend?: Extend): Promise<TestService> {
    return TestService.of(await lease(variables, extend));
  }

  /**
   * For specs of query plans, which fill large tables: what they write by `database` fires no trigger and checks no
   * foreign key, which takes a third less time.
   */
  static async forPlans(): Promise<TestService> {
    const booted = await boot({});
    await booted.database.end();
    booted.database = openPool(booted.runtime, '-c session_replication_role=replica');
    return TestService.of(booted);
  }

  private static of(booted: Booted, apps: Parts['apps'] = []): TestService {
    const made = () => booted.running.app.get(OpenApiService, { strict: false }).document();
    return new TestService(booted, contractOf(`openapi ${apps.map(({ name }) => name).join()}`, made));
  }

  get url(): string {
    return `http://127.0.0.1:${this.runtime.port}`;
  }

  get app() {
    return this.booted.running.app;
  }

  /** A client without a credential, or with the given headers. */
  client(headers: Record<string, string> = {}): Client {
    return new Client(this.url, headers, this.contract);
  }

  bearer(token: string): Client {
    return this.client({ authorization: `Bearer ${token}` });
  }

  /** Creates an account and signs it in. */
  async account(email = `user${++this.signedUp}@example.com`): Promise<Account> {
    const { body: made } = await this.client().post('/v1/auth/sign-up', { email, password: PASSWORD }).expect(201);
    return { ...(await this.signIn(email)), id: made.user.id };
  }

  async signIn(email: string, password = PASSWORD): Promise<Account> {
    const { body } = await this.client().post('/v1/auth/sign-in', { email, password }).expect(200);
    const { access_token, refresh_token } = body.session;
    return { id: body.user.id, email, access_token, refresh_token, client: this.bearer(access_token) };
  }

  async admin(): Promise<Account> {
    const account = await this.account();
    await this.database.query(`UPDATE account.users SET role = 'admin' WHERE id = $1`, [account.id]);
    return account;
  }

  /** Sets the status as staff would; it applies at once to all tokens. */
  async setStatus(userId: string, status: 'active' | 'banned' | 'suspended'): Promise<void> {
    await this.database.query('UPDATE account.users SET user_status = $2 WHERE id = $1', [userId, status]);
  }

  mails(): Promise<CapturedMail[]> {
    return this.app.get(MailboxService).list();
  }

  /** Waits for this many mails to the address and returns them, newest first. */
  async mailsTo(address: string, count = 1): Promise<CapturedMail[]> {
    return eventually(async () => {
      const found = (await this.mails()).filter(({ to }) => to === address);
      if (found.length < count) throw new Error(`${found.length} mails to ${address}, not ${count}`);
      return found;
    });
  }

  /** The token of the newest mailed link of this kind. */
  async mailedToken(address: string, kind: 'token_hash' | 'recovery_token', count = 1): Promise<string> {
    return eventually(async () => {
      const texts = (await this.mails()).filter(({ to }) => to === address).map(({ text }) => text);
      const tokens = texts.map((text) => new RegExp(`${kind}=([\\w-]+)`).exec(text)?.[1]).filter(Boolean);
      if (tokens.length < count) throw new Error(`${tokens.length} links to ${address}, not ${count}`);
      return tokens[0] as string;
    });
  }

  /** Waits until the queue is empty, except for jobs that are scheduled for later. */
  async jobsDone(): Promise<void> {
    await eventually(async () => {
      const { rows } = await this.database.query(`SELECT count(*)::int AS open FROM jobs.job WHERE ${OPEN_JOB}`);
      if (rows[0].open > 0) throw new Error(`${rows[0].open} jobs are open`);
    });
  }

  /** Waits until every web event is written: an answer does not wait longer for that than 200 ms. */
  async recorded(): Promise<void> {
    const { batches } = this.app.get(WebEventsService) as unknown as { batches: { writers: number } };
    await eventually(async () => expect(batches.writers).toBe(0));
  }

  /**
   * Puts an object in the place of what an app of this name exports to others, also if there is no such app. Returns what
   * ends that before the service is stopped.
   */
  beside(slug: string, double: object | undefined): () => void {
    const registry = this.app.get<AppRegistry>(APP_REGISTRY, { strict: false });
    const app = registry.find(slug);
    const own = app?.service;
    if (app) app.service = double;
    else registry.add({ slug, service: double, uses: [], actions: new Map(), entities: [] } as never);
    const apps = (registry as unknown as { apps: Map<string, RegisteredApp> }).apps;
    const remove = () => void (app ? (app.service = own) : apps.delete(slug));
    this.doubles.push(remove);
    return remove;
  }

  stop(): Promise<void> {
    for (const remove of this.doubles.toReversed()) remove();
    return this.booted.stop();
  }
}

const contracts = new Map<string, Contract>();

/** One per worker: its compiled schemas are reused by the next spec. */
function contractOf(name: string, document: () => object): Contract {
  const contract = contracts.get(name) ?? new Contract(onceARun(name, document));
  contracts.set(name, contract);
  return contract;
}

/** A value that is the same for every service of this test run and takes long to compute. */
function onceARun(name: string, make: () => object): object {
  // The names of all apps together are longer than the name of a file may be.
  const path = join(process.env.TEST_RUN_DIR as string, createHash('sha256').update(name).digest('hex'));
  if (!existsSync(path)) {
    writeFileSync(`${path} ${process.pid}`, JSON.stringify(make()));
    renameSync(`${path} ${process.pid}`, path);
  }
  return JSON.parse(readFileSync(path, 'utf8')) as object;
}

/**
 * Retries until the function does not throw: effects after a commit are not visible at once. On a machine that is busy with
 * ten other things that takes long, but less than the minute after which queues are polled and credentials are checked
 * again, so that a lost wake-up is noticed.
 */
export async function eventually<T>(look: () => Promise<T>, seconds = 45): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
