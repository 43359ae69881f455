import { AutoResume } from '../../../src/apps/subscriptions/jobs/auto-resume.job.js';
import { EndBenefits } from '../../../src/apps/subscriptions/jobs/end-benefits.job.js';
import { EndGrace } from '../../../src/apps/subscriptions/jobs/end-grace.job.js';
import { ExpireIncomplete } from '../../../src/apps/subscriptions/jobs/expire-incomplete.job.js';
import { FoldFigures } from '../../../src/apps/subscriptions/jobs/fold-figures.job.js';
import { OpenRenewals } from '../../../src/apps/subscriptions/jobs/open-renewals.job.js';
import { RollPeriods } from '../../../src/apps/subscriptions/jobs/roll-periods.job.js';
import { SendReminders } from '../../../src/apps/subscriptions/jobs/send-reminders.job.js';
import { PAGES, SellingApp, type Who } from '../selling-app.js';

const JOBS = [
  AutoResume,
  OpenRenewals,
  RollPeriods,
  SendReminders,
  EndGrace,
  ExpireIncomplete,
  EndBenefits,
  FoldFigures,
];
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

/** A service in which people sell plans and subscribe to them. */
export class Club extends SellingApp {
  protected readonly slug = 'subscriptions';

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

  async row(id: string): Promise<any> {
    return (await this.rows('SELECT * FROM ext_subscriptions.subscriptions WHERE id = $1', id))[0];
  }

  charges({ id }: { id: string }): Promise<any[]> {
    return this.rows('SELECT * FROM ext_subscriptions.charges WHERE subscription_id = $1 ORDER BY created_at, id', id);
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

  /** What the days of sellers sum up to. */
  days(): Promise<any[]> {
    return this.rows(`
      SELECT seller_id, figure, value, day::text, sum(n)::int AS n FROM ext_subscriptions.seller_days
      GROUP BY seller_id, figure, value, day HAVING sum(n) <> 0 ORDER BY seller_id, figure, value, day`);
  }

  /**
   * The seats and uses that are counted are those of subscriptions, nobody pays for two periods at once, and the days of
   * sellers are what counting anew makes of them.
   */
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
    const days = await this.days();
    await this.rows('SELECT ext_subscriptions.count_anew()');
    expect(days).toEqual(await this.days());
  }
}
