import { request } from 'node:http';
import type { Test } from 'supertest';
import { type Account, TestService } from '../../support/service.js';

type Who = Pick<Account, 'client'>;

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1';
export const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

export interface Opened {
  status: number;
  location: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

interface Visiting {
  method?: 'GET' | 'HEAD';
  agent?: string;
  headers?: Record<string, string>;
}

/** A service in which people make links, and others open them. */
export class Desk {
  private visitors = 0;

  private constructor(readonly service: TestService) {}

  static async start(variables: Record<string, string> = {}): Promise<Desk> {
    const proxy = { TRUST_PROXY: 'loopback', COUNTRY_HEADER: 'CF-IPCountry' };
    return new Desk(await TestService.lease({ PUBLIC_URL: 'https://hub.example', ...proxy, ...variables }));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Somebody who has the app. */
  async person(account?: Account): Promise<Account> {
    const made = account ?? (await this.service.account());
    await made.client.post('/v1/apps/install', { slug: 'shortlinks' }).expect(200);
    return made;
  }

  nobody(headers: Record<string, string> = {}): Who {
    return { client: this.service.client(headers) };
  }

  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/shortlinks/${action}`, input);
  }

  /** The answer of what succeeds. */
  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    await this.service.recorded();
    return (await this.call(who, action, input).expect(200)).body;
  }

  refused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  async link(who: Who, more: object = {}): Promise<any> {
    return (await this.ask(who, 'create-link', { url: 'https://shop.example/spring', ...more })).link;
  }

  show(who: Who, { id }: { id: string }): Promise<any> {
    return this.ask(who, 'get-link', { link_id: id }).then(({ link }) => link);
  }

  /** The headers of a browser somewhere, which nobody else has used. */
  visitor(headers: Record<string, string> = {}): Record<string, string> {
    this.visitors++;
    const address = `8.${this.visitors >> 16}.${(this.visitors >> 8) & 255}.${this.visitors & 255}`;
    return { 'x-forwarded-for': address, 'user-agent': CHROME, ...headers };
  }

  /** Opens a short link like a browser that follows nothing; each time as another visitor. */
  async open(path: string, { method = 'GET', agent, headers = {} }: Visiting = {}): Promise<Opened> {
    const url = `${this.service.url}/v1/apps/shortlinks/public/${path}`;
    const sent = { ...this.visitor(), ...(agent !== undefined && { 'user-agent': agent }), ...headers };
    const opened = await new Promise<Opened>((resolve, reject) => {
      request(url, { method, headers: sent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      })
        .on('error', reject)
        .end();
    });
    await this.service.recorded();
    return opened;
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  /** What the columns of a link are from now on. */
  set({ id }: { id: string }, columns: string): Promise<any[]> {
    return this.rows(`UPDATE ext_shortlinks.links SET ${columns} WHERE id = $1`, id);
  }

  async clicks({ id }: { id: string }): Promise<any[]> {
    await this.service.recorded();
    return this.rows(
      `SELECT country, device, os, browser, referrer_host, rule_index FROM ext_shortlinks.clicks
       WHERE link_id = $1 ORDER BY id`,
      id,
    );
  }

  /** An app beside it, with what it exports. */
  beside(slug: string, service: object | undefined): void {
    this.service.beside(slug, service);
  }

  async run(job: new (...args: never[]) => { run(data?: object): Promise<void> }): Promise<void> {
    const { app } = this.service;
    await app.get<{ run(): Promise<void> }>(job as never, { strict: false }).run();
  }
}
