import type { Test } from 'supertest';
import { AutoResume } from '../../../src/apps/subscriptions/jobs/auto-resume.job.js';
import { EndBenefits } from '../../../src/apps/subscriptions/jobs/end-benefits.job.js';
import { EndGrace } from '../../../src/apps/subscriptions/jobs/end-grace.job.js';
import { ExpireIncomplete } from '../../../src/apps/subscriptions/jobs/expire-incomplete.job.js';
import { OpenRenewals } from '../../../src/apps/subscriptions/jobs/open-renewals.job.js';
import { RollPeriods } from '../../../src/apps/subscriptions/jobs/roll-periods.job.js';
import { SendReminders } from '../../../src/apps/subscriptions/jobs/send-reminders.job.js';
import { Shop } from '../../payments/shop.js';
import { charge, completed, event, Webhook } from '../../payments/webhook.js';
import type { Account, TestService } from '../../support/service.js';

export const PAGES = { success_url: 'https://club.example/ok', cancel_url: 'https://club.example/no' };
const JOBS = [AutoResume, OpenRenewals, RollPeriods, SendReminders, EndGrace, ExpireIncomplete, EndBenefits];
const TIMES: Record<string, string[]> = {
  subscriptions: [
    'period_start',
    'period_end',
    'trial_ends_at',
    'grace_until',
    'paused_at',
    'resumes_at',
    'next_price_from',
  ],
  charges: ['period_start', 'period_end', 'due_at', 'paid_at', 'checkout_expires_at'],
};

type Who = Pick<Account, 'client'>;

/** A service in which people sell plans and subscribe to them. */
export class Club {
  readonly service: TestService;
  readonly webhook: Webhook;

  private constructor(readonly shop: Shop) {
    this.service = shop.service;
    this.webhook = new Webhook(shop.service);
  }

  static async start(): Promise<Club> {
    return new Club(await Shop.start());
  }

  stop(): Promise<void> {
    return this.shop.stop();
  }

  /** Somebody who has the app. */
  async person(): Promise<Account> {
    const account = await this.service.account();
    await account.client.post('/v1/apps/install', { slug: 'subscriptions' }).expect(200);
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

  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/subscriptions/${action}`, input);
  }

  /** The answer of what succeeds. */
  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    return (await this.call(who, action, input).expect(200)).body;
  }

  expectRefused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  async plan(seller: Who, fields: object = {}): Promise<any> {
    const made = { name: 'Club', price: 10, interval: 'month', ...fields };
    return (await this.ask(seller, 'create-plan', made)).plan;
  }

  subscribe(who: Who, { id }: { id: string }, more: object = {}): Promise<any> {
    return this.ask(who, 'subscribe', { plan_id: id, ...PAGES, ...more });
  }

  /** A subscription that is begun, and paid if it costs something. */
  async subscribed(who: Who, plan: { id: string }, more: object = {}): Promise<any> {
    const { subscription, payment_id, subscription_id } = await this.subscribe(who, plan, more);
    if (payment_id) await this.paid(payment_id);
    return this.row(subscription?.id ?? subscription_id);
  }

  renew(who: Who, { id }: { id: string }): Promise<any> {
    return this.ask(who, 'renew-subscription', { subscription_id: id, ...PAGES });
  }

  change(who: Who, { id }: { id: string }, plan: { id: string }, more: object = {}): Promise<any> {
    return this.ask(who, 'change-plan', { subscription_id: id, plan_id: plan.id, ...PAGES, ...more });
  }

  async entitled(who: Who, seller: { id: string }, what: object = {}): Promise<boolean> {
    return (await this.ask(who, 'check-entitlement', { seller_id: seller.id, ...what })).entitled;
  }

  async payment(id: string): Promise<any> {
    return (await this.rows('SELECT * FROM payments.payments WHERE id = $1', id))[0];
  }

  /** The processor says that it was paid. */
  async paid(payment_id: string): Promise<void> {
    expect(await this.webhook.deliver(completed(await this.payment(payment_id)))).toBe('applied');
  }

  async refund(payment_id: string, minor: number): Promise<void> {
    await this.webhook.deliver(event('charge.refunded', charge(await this.payment(payment_id), minor)));
  }

  async row(id: string): Promise<any> {
    return (await this.rows('SELECT * FROM ext_subscriptions.subscriptions WHERE id = $1', id))[0];
  }

  charges({ id }: { id: string }): Promise<any[]> {
    return this.rows('SELECT * FROM ext_subscriptions.charges WHERE subscription_id = $1 ORDER BY created_at, id', id);
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  /** So many days go by for everything that there is, and the jobs run, twice. */
  async pass(days: number): Promise<void> {
    for (const [table, columns] of Object.entries(TIMES)) {
      const moved = columns.map((name) => `${name} = ${name} - $1 * interval '1 day'`);
      await this.rows(`UPDATE ext_subscriptions.${table} SET ${moved.join(', ')}`, days);
    }
    await this.runJobs();
  }

  async runJobs(): Promise<void> {
    for (let times = 0; times < 2; times++)
      for (const job of JOBS) await this.service.app.get(job, { strict: false }).run({});
  }

  /** What somebody was told, oldest first. */
  async told({ id }: { id: string }): Promise<string[]> {
    const rows = await this.rows(
      `SELECT type FROM notifications.notifications WHERE user_id = $1 AND type LIKE 'subscriptions.%' ORDER BY id`,
      id,
    );
    return rows.map(({ type }) => type.replace('subscriptions.', ''));
  }

  /** The seats and uses that are counted are those of subscriptions, and nobody pays for two periods at once. */
  async expectSound(): Promise<void> {
    const seats = await this.rows(`
      SELECT p.id, p.seats_taken FROM ext_subscriptions.plans p WHERE p.seats_taken <> (
        SELECT count(*) FROM ext_subscriptions.subscriptions s
        WHERE s.plan_id = p.id AND s.status NOT IN ('canceled', 'expired'))`);
    const credit = await this.rows('SELECT id FROM ext_subscriptions.subscriptions WHERE credit_minor < 0');
    const sums = await this.rows(`
      SELECT id FROM ext_subscriptions.charges
      WHERE refunded_minor > amount_minor OR (amount_minor > 0 AND list_minor - discount_minor - credit_minor < amount_minor)`);
    expect({ seats, credit, sums }).toEqual({ seats: [], credit: [], sums: [] });
    expect(await this.shop.ledgerProblems()).toEqual([]);
  }
}
