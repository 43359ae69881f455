import type { Test } from 'supertest';
import { RollUpDaysJob } from '../../../src/web-events/days/roll-up-days.job.js';
import { WebEventsService } from '../../../src/web-events/web-events.service.js';
import { type Account, eventually, TestService } from '../../support/service.js';

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
export const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PUBLIC_URL = 'https://hub.example';
export const BASE = `${PUBLIC_URL}/v1/apps/analytics/public`;

type Who = Pick<Account, 'client'>;

export interface SiteAnswer {
  id: string;
  site_key: string;
  share_token: string | null;
  [field: string]: any;
}

interface Sent {
  url?: string;
  name?: string;
  referrer?: string;
  props?: object;
}

/** An event as it is stored, at a moment of the past. */
export interface PastEvent extends Partial<
  Record<'name' | 'path' | 'referrer_host' | 'utm_source' | 'country', string>
> {
  at: string;
  visitor?: number;
}

/** A service with the sites of owners, and the visitors of the sites. */
export class Desk {
  private visitors = 0;

  private constructor(readonly service: TestService) {}

  static async start(variables: Record<string, string> = {}): Promise<Desk> {
    const proxy = { TRUST_PROXY: 'loopback', COUNTRY_HEADER: 'CF-IPCountry' };
    return new Desk(await TestService.lease({ PUBLIC_URL, ...proxy, ...variables }));
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  async owner(): Promise<Account> {
    const made = await this.service.account();
    await made.client.post('/v1/apps/install', { slug: 'analytics' }).expect(200);
    return made;
  }

  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/analytics/${action}`, input);
  }

  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    await this.recorded();
    return (await this.call(who, action, input).expect(200)).body;
  }

  expectRefused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  async site(who: Who, more: object = {}): Promise<SiteAnswer> {
    return (await this.ask(who, 'create-site', { name: 'Shop', domain: 'shop.example', ...more })).site;
  }

  async change(who: Who, { id }: SiteAnswer, changes: object): Promise<SiteAnswer> {
    return (await this.ask(who, 'update-site', { site_id: id, ...changes })).site;
  }

  async report(who: Who, { id }: SiteAnswer, asked: object = {}): Promise<any> {
    return (await this.ask(who, 'get-report', { site_id: id, ...asked })).report;
  }

  /** The headers of a browser that nobody else uses. */
  browser(headers: Record<string, string> = {}): Record<string, string> {
    this.visitors++;
    return { 'x-forwarded-for': `8.8.${this.visitors >> 8}.${this.visitors & 255}`, 'user-agent': CHROME, ...headers };
  }

  /** Sends an event as the script of the site does. */
  async send({ site_key }: { site_key: string }, sent: Sent, headers = this.browser()): Promise<any> {
    const input = { site_key, url: 'https://shop.example/', ...sent };
    return (await this.call({ client: this.service.client(headers) }, 'collect-event', input).expect(200)).body;
  }

  /** Puts stored events into the past; visitors are numbers. */
  async past({ id }: SiteAnswer, events: PastEvent[]): Promise<void> {
    for (const { at, visitor = 1, name = 'pageview', path = '/', referrer_host, utm_source, country } of events) {
      await this.rows(
        `INSERT INTO ext_analytics.events (site_id, visitor_hash, name, path, referrer_host, utm_source, country, created_at)
         VALUES ($1::text::uuid, substr(sha256(($1::text || $2::text || left($3::text, 10))::bytea), 1, 16), $4, $5, $6, $7, $8,
           $3::text::timestamptz)`,
        id, String(visitor), at, name, path, referrer_host ?? null, utm_source ?? null, country ?? null,
      ); // prettier-ignore
    }
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  async events({ id }: { id: string }): Promise<any[]> {
    await this.recorded();
    return this.rows('SELECT * FROM ext_analytics.events WHERE site_id = $1 ORDER BY id', id);
  }

  /** Resolves when every event is written: on a busy machine the answer does not wait for that. */
  private recorded(): Promise<void> {
    const { batches } = this.service.app.get(WebEventsService) as unknown as { batches: { writers: number } };
    return eventually(async () => expect(batches.writers).toBe(0));
  }

  /** A job that counts a new goal holds its site, and what is held is closed by a later run. */
  async closeDays(): Promise<void> {
    await this.service.jobsDone();
    await this.service.app.get(RollUpDaysJob).run();
  }

  async run<Data>(job: new (...args: never[]) => { run(data: Data): Promise<void> }, data: Data): Promise<void> {
    await this.service.app.get<{ run(data: Data): Promise<void> }>(job as never, { strict: false }).run(data);
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** So many days ago, in UTC. */
export const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
