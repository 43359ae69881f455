import { request } from 'node:http';
import type { Test } from 'supertest';
import { DropsService } from '../../../src/apps/pixels/counting/drops.service.js';
import type { PixelTarget } from '../../../src/apps/contracts/pixels.js';
import { WebEventsService } from '../../../src/web-events/web-events.service.js';
import { type Account, eventually, TestService } from '../../support/service.js';

type Who = Pick<Account, 'client'>;

export const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
export const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
export const GMAIL = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
export const YAHOO = 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html';

export const META = { name: 'Shop ads', provider: 'meta', external_id: '123456789012345' };
export const OWN = { name: 'Newsletter opens', provider: 'own' };

export interface Opened {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

export interface Target {
  target_app: PixelTarget;
  target_id: string;
}

/** A service in which people attach pixels, and others are seen by them. */
export class Desk {
  private visitors = 0;
  /** Of pages and blogs, by their ids. */
  private readonly handles = new Map<string, string>();

  private constructor(readonly service: TestService) {}

  static async start(variables: Record<string, string> = {}): Promise<Desk> {
    const proxy = { TRUST_PROXY: 'loopback', COUNTRY_HEADER: 'CF-IPCountry' };
    return new Desk(await TestService.lease({ PUBLIC_URL: 'https://hub.example', ...proxy, ...variables }));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  async person(): Promise<Account> {
    const made = await this.service.account();
    for (const slug of ['pixels', 'shortlinks', 'biolinks', 'blog'])
      await made.client.post('/v1/apps/install', { slug }).expect(200);
    return made;
  }

  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/pixels/${action}`, input);
  }

  /** The answer of what succeeds. */
  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    await this.recorded();
    return (await this.call(who, action, input).expect(200)).body;
  }

  refused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  async pixel(who: Who, input: object = OWN): Promise<any> {
    return (await this.ask(who, 'create-pixel', input)).pixel;
  }

  async link(who: Who, more: object = {}): Promise<any> {
    const { body } = await who.client
      .post('/v1/apps/shortlinks/create-link', { url: 'https://shop.example/spring', ...more })
      .expect(200);
    return body.link;
  }

  /** A page of biolinks that everybody sees, or the blog of an owner. */
  async page({ client }: Who, target_app: 'biolinks' | 'blog', title = 'My page'): Promise<Target> {
    const handle = `place-${this.handles.size}`;
    const at = `/v1/apps/${target_app}`;
    const made = { handle, title };
    const { body } = await client
      .post(target_app === 'blog' ? `${at}/save-blog` : `${at}/create-page`, made)
      .expect(200);
    const target_id: string = (body.blog ?? body.page).id;
    if (body.page) {
      const link = { kind: 'link', title: 'A link', url: 'https://shop.example/' };
      await client.post(`${at}/save-block`, { page_id: target_id, ...link }).expect(200);
      await client.post(`${at}/update-page`, { page_id: target_id, is_published: true }).expect(200);
    }
    this.handles.set(target_id, handle);
    return { target_app, target_id };
  }

  /** Where visitors find it. */
  addressOf({ target_app, target_id }: Target, base = 'https://hub.example'): string {
    return `${base}/v1/apps/${target_app}/public/${this.handles.get(target_id)}`;
  }

  attach(who: Who, { id }: { id: string }, ...targets: Target[]): Promise<any> {
    return this.ask(who, 'attach-pixel', { pixel_id: id, targets });
  }

  show(who: Who, { id }: { id: string }): Promise<any> {
    return this.ask(who, 'get-pixel', { pixel_id: id });
  }

  stats(who: Who, { id }: { id: string }, more: object = {}): Promise<any> {
    return this.ask(who, 'get-pixel-stats', { pixel_id: id, ...more }).then(({ stats }) => stats);
  }

  async dropped(who: Who, { id }: { id: string }): Promise<any> {
    await this.service.app.get(DropsService, { strict: false }).write();
    return (await this.ask(who, 'list-events', { pixel_id: id })).dropped;
  }

  /** The headers of a browser somewhere, which nobody else has used. */
  visitor(headers: Record<string, string> = {}): Record<string, string> {
    this.visitors++;
    const address = `8.${this.visitors >> 16}.${(this.visitors >> 8) & 255}.${this.visitors & 255}`;
    return { 'x-forwarded-for': address, 'user-agent': CHROME, ...headers };
  }

  /** Each time as another visitor, unless the headers say otherwise. */
  open(path: string, headers: Record<string, string> = {}, method = 'GET', app = 'pixels'): Promise<Opened> {
    return this.send(`/v1/apps/${app}/public/${path}`, headers, method);
  }

  /** Any address of the service; with a `host` of its own, which `fetch` does not send. */
  async send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Opened> {
    const url = this.service.url + path;
    const opened = await new Promise<Opened>((resolve, reject) => {
      request(url, { method, headers: { ...this.visitor(), ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      })
        .on('error', reject)
        .end();
    });
    await this.recorded();
    return opened;
  }

  picture({ key }: { key: string }, query = '', headers: Record<string, string> = {}): Promise<Opened> {
    return this.open(`${key}.gif${query}`, headers);
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  events({ id }: { id: string }): Promise<any[]> {
    return this.rows(
      `SELECT name, ref, host, country, device, is_proxied, attachment_id FROM ext_pixels.events
       WHERE pixel_id = $1 ORDER BY id`,
      id,
    );
  }

  async run(job: new (...args: never[]) => { run(data?: object): Promise<void> }): Promise<void> {
    await this.service.app.get<{ run(): Promise<void> }>(job as never, { strict: false }).run();
  }

  /** Without the end of the ten seconds in which a visitor is limited: a busy machine may take longer for the work. */
  async inOneWindow<T>(work: () => Promise<T>): Promise<T> {
    const { rateLimit } = this.service.app.get(WebEventsService) as unknown as { rateLimit: { duration: number } };
    const { duration } = rateLimit;
    rateLimit.duration = 3600;
    try {
      return await work();
    } finally {
      rateLimit.duration = duration;
    }
  }

  /** Resolves when every event is written: an answer does not wait longer than 200 ms for that. */
  private recorded(): Promise<void> {
    const { batches } = this.service.app.get(WebEventsService) as unknown as { batches: { writers: number } };
    return eventually(async () => expect(batches.writers).toBe(0));
  }
}
