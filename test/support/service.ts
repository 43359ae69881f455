import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import type { Pool } from 'pg';
import { type CapturedMail, Mailbox } from '../../src/mail/mailbox.js';
import type { Config } from '../../src/platform/config/environment.js';
import { OpenApi } from '../../src/platform/http/openapi/document.js';
import type { Parts } from '../../src/app.module.js';
import { boot, type Booted } from './boot.js';
import { Client } from './client.js';
import { Contract } from './contract.js';

export const PASSWORD = 'correct horse battery';

export interface Account {
  id: string;
  email: string;
  access_token: string;
  refresh_token: string;
  /** Calls as this account. */
  client: Client;
}

/** A whole service on a database of its own, as a client meets it: over HTTP. */
export class TestService {
  readonly config: Config;
  readonly database: Pool;
  /** Everything the service has logged. */
  readonly log: string[];
  private signedUp = 0;

  private constructor(
    private readonly booted: Booted,
    private readonly contract: Contract,
  ) {
    ({ config: this.config, database: this.database, log: this.log } = booted);
  }

  /** `apps`: others than those of the catalogue; `extend` puts more around the service. */
  static async start(
    variables: Record<string, string> = {},
    { apps, extend }: { apps?: Parts['apps']; extend?: (service: DynamicModule) => DynamicModule } = {},
  ): Promise<TestService> {
    const booted = await boot(variables, extend, apps);
    const made = () => booted.running.app.get(OpenApi, { strict: false }).document();
    const names = (apps ?? []).map(({ name }) => name);
    return new TestService(booted, contractOf(`openapi ${names.join()}`, made));
  }

  get url(): string {
    return `http://127.0.0.1:${this.config.port}`;
  }

  get app() {
    return this.booted.running.app;
  }

  /** Calls without a credential, or with the given headers. */
  client(headers: Record<string, string> = {}): Client {
    return new Client(this.url, headers, this.contract);
  }

  bearer(token: string): Client {
    return this.client({ authorization: `Bearer ${token}` });
  }

  /** Signs a new account up and in. */
  async account(email = `user${++this.signedUp}@example.com`): Promise<Account> {
    const { body: made } = await this.client()
      .post('/v1/auth/sign-up', { email, password: PASSWORD })
      .expect(201);
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

  /** As staff would: at once, whatever tokens are out. */
  async setStatus(userId: string, status: 'active' | 'banned' | 'suspended'): Promise<void> {
    await this.database.query('UPDATE account.users SET user_status = $2 WHERE id = $1', [userId, status]);
  }

  mails(): Promise<CapturedMail[]> {
    return this.app.get(Mailbox).all();
  }

  /** Waits for as many mails to the address, and gives them newest first. */
  async mailsTo(address: string, count = 1): Promise<CapturedMail[]> {
    return eventually(async () => {
      const found = (await this.mails()).filter(({ to }) => to === address);
      if (found.length < count) throw new Error(`${found.length} mails to ${address}, not ${count}`);
      return found;
    });
  }

  /** The token of the newest link of this kind that was mailed to the address. */
  async mailedToken(address: string, kind: 'token_hash' | 'recovery_token', count = 1): Promise<string> {
    return eventually(async () => {
      const texts = (await this.mails()).filter(({ to }) => to === address).map(({ text }) => text);
      const tokens = texts.map((text) => new RegExp(`${kind}=([\\w-]+)`).exec(text)?.[1]).filter(Boolean);
      if (tokens.length < count) throw new Error(`${tokens.length} links to ${address}, not ${count}`);
      return tokens[0] as string;
    });
  }

  /** When nothing waits in the queue any more, but for what was asked for at a later time. */
  async jobsDone(): Promise<void> {
    await eventually(async () => {
      const { rows } = await this.database.query(
        `SELECT count(*)::int AS open FROM jobs.job
         WHERE state IN ('retry', 'active') OR (state = 'created' AND start_after <= now())`,
      );
      if (rows[0].open > 0) throw new Error(`${rows[0].open} jobs are open`);
    });
  }

  stop(): Promise<void> {
    return this.booted.stop();
  }
}

const contracts = new Map<string, Contract>();

/** One in a worker: what it has compiled serves the next spec too. */
function contractOf(name: string, document: () => object): Contract {
  const contract = contracts.get(name) ?? new Contract(onceARun(name, document));
  contracts.set(name, contract);
  return contract;
}

/** What is the same for every service of this run, and takes long to make. */
function onceARun(name: string, make: () => object): object {
  const path = join(process.env.TEST_RUN_DIR as string, name);
  if (!existsSync(path)) {
    writeFileSync(`${path} ${process.pid}`, JSON.stringify(make()));
    renameSync(`${path} ${process.pid}`, path);
  }
  return JSON.parse(readFileSync(path, 'utf8')) as object;
}

/** Tries until it does not throw; what happens after a commit is not there at once. */
export async function eventually<T>(look: () => Promise<T>, seconds = 15): Promise<T> {
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
