import { request } from 'node:http';
import type { Test } from 'supertest';
import { type Account, TestService } from '../../support/service.js';

type Who = Pick<Account, 'client'>;

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1';
export const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
export const LINK = { kind: 'link', title: 'Shop', url: 'https://shop.example/' };
export const FORM = { kind: 'contact_form', title: 'Newsletter', data: { consent_text: 'You may write to me.' } };

export interface Opened {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

interface Visiting {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: object;
}

/** A service in which owners make pages, and visitors open them. */
export class Desk {
  private visitors = 0;
  private handles = 0;

  private constructor(readonly service: TestService) {}

  static async start(): Promise<Desk> {
    const proxy = { TRUST_PROXY: 'loopback', COUNTRY_HEADER: 'CF-IPCountry' };
    return new Desk(await TestService.lease({ PUBLIC_URL: 'https://hub.example', ...proxy }));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Somebody who has the app. */
  async person(account?: Account): Promise<Account> {
    const made = account ?? (await this.service.account());
    await made.client.post('/v1/apps/install', { slug: 'biolinks' }).expect(200);
    return made;
  }

  nobody(headers: Record<string, string> = this.visitor()): Who {
    return { client: this.service.client(headers) };
  }

  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/biolinks/${action}`, input);
  }

  /** The answer of what succeeds. */
  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    await this.service.recorded();
    return (await this.call(who, action, input).expect(200)).body;
  }

  refused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  /** The message of the one field that is wrong. */
  async fault(who: Who, action: string, input: object): Promise<string> {
    const { body } = await this.call(who, action, input).expect(400);
    expect(body).toMatchObject({ error: 'Validation error', details: [{}] });
    return body.details[0].message;
  }

  async page(who: Who, more: object = {}): Promise<any> {
    const given = { handle: `page-${++this.handles}`, title: 'Oak Studio', ...more };
    return (await this.ask(who, 'create-page', given)).page;
  }

  async update(who: Who, { id }: { id: string }, changes: object): Promise<any> {
    return (await this.ask(who, 'update-page', { page_id: id, ...changes })).page;
  }

  async block(who: Who, { id }: { id: string }, more: object = LINK): Promise<any> {
    return (await this.ask(who, 'save-block', { page_id: id, ...more })).block;
  }

  /** A published page, with a link if no other blocks are given. */
  async published(who: Who, more: object = {}, blocks: object[] = [LINK]): Promise<{ page: any; blocks: any[] }> {
    const page = await this.page(who, more);
    const made = [];
    for (const block of blocks) made.push(await this.block(who, page, block));
    return { page: await this.update(who, page, { is_published: true }), blocks: made };
  }

  async stats(who: Who, { id }: { id: string }, range: object = {}): Promise<any> {
    return (await this.ask(who, 'get-page-stats', { page_id: id, ...range })).stats;
  }

  /** The headers of a browser somewhere, which nobody else has used. */
  visitor(headers: Record<string, string> = {}): Record<string, string> {
    this.visitors++;
    const address = `8.${this.visitors >> 16}.${(this.visitors >> 8) & 255}.${this.visitors & 255}`;
    return { 'x-forwarded-for': address, 'user-agent': CHROME, ...headers };
  }

  /** Opens a public address; each time as another visitor. */
  open(path: string, visiting: Visiting = {}): Promise<Opened> {
    return this.send(`/v1/apps/biolinks/public/${path}`, visiting);
  }

  /** A request with a `Host` of its own, which `fetch` does not send. */
  async send(path: string, { method = 'GET', headers = {}, body }: Visiting = {}): Promise<Opened> {
    const sent = { ...this.visitor(), ...(body && { 'content-type': 'application/json' }), ...headers };
    const opened = await new Promise<Opened>((resolve, reject) => {
      request(`${this.service.url}${path}`, { method, headers: sent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      })
        .on('error', reject)
        .end(body && JSON.stringify(body));
    });
    await this.service.recorded();
    return opened;
  }

  /** What the script of the page sends. */
  async hit({ id }: { id: string }, { query = '', ...visiting }: Visiting & { query?: string } = {}): Promise<void> {
    const { status, headers } = await this.open(`hit/${id}${query}`, visiting);
    expect([status, headers['cache-control']]).toEqual([204, 'no-store']);
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  /** The events of a page, without what differs between two runs. */
  async events({ id }: { id: string }): Promise<any[]> {
    await this.service.recorded();
    return this.rows(
      'SELECT block_id, country, device, referrer_host FROM ext_biolinks.events WHERE page_id = $1 ORDER BY id',
      id,
    );
  }

  async run(job: new (...args: never[]) => { run(data?: object): Promise<void> }): Promise<void> {
    await this.service.app.get<{ run(): Promise<void> }>(job as never, { strict: false }).run();
  }
}
