import type { Test } from 'supertest';
import type { Type } from '../../src/apps/kernel/calls/action.js';
import type { Job } from '../../src/jobs/job.js';
import { Shop } from '../payments/shop.js';
import { charge, completed, event, Webhook } from '../payments/webhook.js';
import type { Account, TestService } from '../support/service.js';

export const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/back' };

export type Who = Pick<Account, 'client'>;

/** A service in which people sell by an app and buy. The tests of each app add what its own things need. */
export abstract class SellingApp {
  /** The app under test. */
  protected abstract readonly slug: string;
  /** Apps that everybody has beside it. */
  protected readonly others: string[] = [];
  readonly service: TestService;
  readonly webhook: Webhook;

  constructor(readonly shop: Shop) {
    this.service = shop.service;
    this.webhook = new Webhook(shop.service);
  }

  static async start<App>(this: new (shop: Shop) => App): Promise<App> {
    return new this(await Shop.start());
  }

  stop(): Promise<void> {
    return this.shop.stop();
  }

  /** Somebody who has the app. */
  async person(): Promise<Account> {
    const account = await this.service.account();
    for (const slug of [this.slug, ...this.others]) await account.client.post('/v1/apps/install', { slug }).expect(200);
    return account;
  }

  people(count: number): Promise<Account[]> {
    return Promise.all(Array.from({ length: count }, () => this.person()));
  }

  /** Somebody who may be paid. */
  async seller(): Promise<Account> {
    const account = await this.person();
    await this.shop.onboard(account);
    return account;
  }

  nobody(): Who {
    return { client: this.service.client() };
  }

  /** An action of the app, or `app/action`. */
  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/${action.includes('/') ? action : `${this.slug}/${action}`}`, input);
  }

  /** The answer of what succeeds. */
  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    return (await this.call(who, action, input).expect(200)).body;
  }

  expectRefused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input)
      .expect(status)
      .expect(({ body }) => expect(body.error).toBe(error));
  }

  set(who: Who, settings: object): Promise<any> {
    return this.ask(who, 'update-settings', settings);
  }

  /** A public address of the app, or any other. */
  open(path: string, method = 'GET'): Promise<Response> {
    const address = path.startsWith('http') ? path : `${this.service.url}/v1/apps/${this.slug}/public/${path}`;
    return fetch(address, { method, redirect: 'manual' });
  }

  async payment(id: string): Promise<any> {
    return (await this.rows('SELECT * FROM payments.payments WHERE id = $1', id))[0];
  }

  /** The processor says that it was paid. */
  async paid(payment_id: string): Promise<void> {
    expect(await this.webhook.deliver(completed(await this.payment(payment_id)))).toBe('applied');
  }

  /** The processor says that so much of it was given back, all in all. */
  async refund(payment_id: string, minor: number): Promise<void> {
    await this.webhook.deliver(event('charge.refunded', charge(await this.payment(payment_id), minor)));
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  run(job: Type<Job>): Promise<void> {
    return this.service.app.get<Job>(job, { strict: false }).run({}, '');
  }

  /** What the app notified somebody of, oldest first: the types, without the app's name. */
  async told(who: { id: string }): Promise<string[]> {
    return (await this.notices(who)).map(({ type }) => type.replace(`${this.slug}.`, ''));
  }

  /** What the app notified somebody of, or only one type of it, oldest first. */
  async notices({ id }: { id: string }, type?: string): Promise<any[]> {
    const rows = await this.rows(
      'SELECT type, data FROM notifications.notifications WHERE user_id = $1 AND type LIKE $2 ORDER BY id',
      id,
      `${this.slug}.%`,
    );
    return rows.filter((row) => !type || row.type === `${this.slug}.${type}`);
  }

  /** An app beside it that is not there yet, with what it exports. */
  beside(slug: string, service: object): void {
    this.service.beside(slug, service);
  }
}
