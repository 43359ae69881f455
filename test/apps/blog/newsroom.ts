import { request } from 'node:http';
import type { Test } from 'supertest';
import { type Account, TestService } from '../../support/service.js';

type Who = Pick<Account, 'client'>;

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
export const BASE = 'https://hub.example/v1/apps/blog/public';
export const BODY = 'It **keeps**.';

export interface Opened {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A service in which people write blogs, and others read them. */
export class Newsroom {
  private visitors = 0;
  private authors = 0;

  private constructor(readonly service: TestService) {}

  static async start(): Promise<Newsroom> {
    const proxy = { TRUST_PROXY: 'loopback', COUNTRY_HEADER: 'CF-IPCountry' };
    return new Newsroom(await TestService.lease({ PUBLIC_URL: 'https://hub.example', ...proxy }));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Somebody who has the app. */
  async person(account?: Account): Promise<Account> {
    const made = account ?? (await this.service.account());
    await made.client.post('/v1/apps/install', { slug: 'blog' }).expect(200);
    return made;
  }

  /** Somebody who has a blog. */
  async author(more: object = {}): Promise<Account & { blog: any }> {
    const person = await this.person();
    const handle = `blog-no-${++this.authors}`;
    const { blog } = await this.ask(person, 'save-blog', { handle, title: 'Slow Baking', ...more });
    return { ...person, blog };
  }

  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/blog/${action}`, input);
  }

  /** The answer of what succeeds. */
  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    await this.service.recorded();
    return (await this.call(who, action, input).expect(200)).body;
  }

  expectRefused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  async post(who: Who, more: object = {}): Promise<any> {
    return (await this.ask(who, 'create-post', { title: 'Rye in winter', body_markdown: BODY, ...more })).post;
  }

  async published(who: Who, more: object = {}, publish_at?: string): Promise<any> {
    const { id } = await this.post(who, more);
    return (await this.ask(who, 'publish-post', { post_id: id, publish_at })).post;
  }

  save(who: Who, { id, version }: any, more: object): Promise<any> {
    return this.ask(who, 'update-post', { post_id: id, version, ...more });
  }

  async get(who: Who, { id }: any): Promise<any> {
    return this.ask(who, 'get-post', { post_id: id });
  }

  async revisions(who: Who, { id }: any): Promise<[version: number, reason: string][]> {
    const { revisions } = await this.ask(who, 'list-revisions', { post_id: id, limit: 100 });
    return revisions.map(({ version, reason }: any) => [version, reason]);
  }

  /** Opens an address of the surface like a browser that follows nothing; each time as another visitor. */
  async open(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Opened> {
    this.visitors++;
    const address = `8.8.${this.visitors >> 8}.${this.visitors & 255}`;
    const url = `${this.service.url}/v1/apps/blog/public/${path}`;
    const sent = { 'x-forwarded-for': address, 'user-agent': CHROME, ...headers };
    return fetched(url, method, sent);
  }

  /** Opens a path on a domain of a user. */
  onDomain(host: string, path: string): Promise<Opened> {
    return fetched(`${this.service.url}/${path}`, 'GET', { host, 'user-agent': CHROME });
  }

  /** A view of a post, as its page reports it. */
  view({ id }: any, referrer = '', headers: Record<string, string> = {}): Promise<Opened> {
    return this.open(`view/${id}?r=${encodeURIComponent(referrer)}`, headers);
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  async views({ id }: any): Promise<any[]> {
    await this.service.recorded();
    return this.rows('SELECT * FROM ext_blog.post_views WHERE post_id = $1 ORDER BY id', id);
  }

  /** Views of so many days ago, as the surface would have written them. */
  viewed({ id, blog_id }: any, ago: number, times: number, more = `'DE', 'desktop', NULL`): Promise<any[]> {
    return this.rows(
      `INSERT INTO ext_blog.post_views (blog_id, post_id, visitor_hash, country, device, referrer_host, created_at)
       SELECT $1, $2, int4send(n), ${more}, $3::date::timestamp AT TIME ZONE 'UTC' + interval '1 hour'
       FROM generate_series(1, $4) n`,
      blog_id,
      id,
      dayAgo(ago),
      times,
    );
  }

  beside(slug: string, service: object | undefined): void {
    this.service.beside(slug, service);
  }

  async run(job: new (...args: never[]) => { run(data?: object): Promise<void> }): Promise<void> {
    await this.service.app.get<{ run(data: object): Promise<void> }>(job as never, { strict: false }).run({});
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
export const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const fetched = (url: string, method: string, headers: Record<string, string>) =>
  new Promise<Opened>((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
