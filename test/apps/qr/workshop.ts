import { request } from 'node:http';
import jsqr from 'jsqr';
import sharp from 'sharp';
import type { Test } from 'supertest';
import { type Account, TestService } from '../../support/service.js';

type Who = Pick<Account, 'client'>;

export const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1';

export const MENU = 'https://cafe.example/menu';

export interface Opened {
  status: number;
  location: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A service in which people make codes, and others scan them. */
export class Workshop {
  private visitors = 0;

  private constructor(readonly service: TestService) {}

  static async start(variables: Record<string, string> = {}): Promise<Workshop> {
    const proxy = { TRUST_PROXY: 'loopback', COUNTRY_HEADER: 'CF-IPCountry' };
    return new Workshop(await TestService.lease({ PUBLIC_URL: 'https://hub.example', ...proxy, ...variables }));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Somebody who has the apps. */
  async person(...more: string[]): Promise<Account> {
    const made = await this.service.account();
    for (const slug of ['qr', ...more]) await made.client.post('/v1/apps/install', { slug }).expect(200);
    return made;
  }

  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/qr/${action}`, input);
  }

  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    await this.service.recorded();
    return (await this.call(who, action, input).expect(200)).body;
  }

  refused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  async code(who: Who, more: object = {}): Promise<any> {
    const input = { name: 'Table 4', kind: 'url', content: { url: MENU }, ...more };
    return (await this.ask(who, 'create-code', input)).code;
  }

  update(who: Who, { id }: { id: string }, changes: object): Promise<any> {
    return this.ask(who, 'update-code', { code_id: id, ...changes });
  }

  show(who: Who, { id }: { id: string }): Promise<any> {
    return this.ask(who, 'get-code', { code_id: id });
  }

  /** Opens a public address like a phone that follows nothing; each time as another visitor. */
  async open(path: string, { method = 'GET', headers = {} }: { method?: string; headers?: object } = {}) {
    const n = ++this.visitors;
    const sent = { 'x-forwarded-for': `8.9.${n >> 8}.${n & 255}`, 'user-agent': IPHONE, ...headers };
    const url = path.startsWith('/') ? path : `/v1/apps/qr/public/${path}`;
    const opened = await new Promise<Opened>((resolve, reject) => {
      request(this.service.url + url, { method, headers: sent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            headers: response.headers,
            body: Buffer.concat(chunks),
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

  /** What the columns of a code are from now on. */
  set({ id }: { id: string }, columns: string): Promise<any[]> {
    return this.rows(`UPDATE ext_qr.codes SET ${columns} WHERE id = $1`, id);
  }

  scans({ id }: { id: string }): Promise<any[]> {
    return this.rows('SELECT country, device, os FROM ext_qr.scans WHERE code_id = $1 ORDER BY id', id);
  }

  beside(slug: string, service: object | undefined): void {
    this.service.beside(slug, service);
  }

  async run(job: new (...args: never[]) => { run(data?: object): Promise<void> }): Promise<void> {
    await this.service.app.get<{ run(): Promise<void> }>(job as never, { strict: false }).run();
  }
}

/** What a scanner reads in an image; undefined: nothing. */
export async function scanned(image: Buffer | string, width = 512): Promise<string | undefined> {
  const { data, info } = await sharp(Buffer.from(image))
    .flatten({ background: '#ffffff' })
    .resize({ width })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

/** A picture for a logo, as base64. */
export async function logo(width = 64, height = width, colour = '#c0392b'): Promise<string> {
  const image = sharp({ create: { width, height, channels: 4, background: colour } });
  return (await image.png().toBuffer()).toString('base64');
}
