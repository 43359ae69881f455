import type { Test } from 'supertest';
import { FoldSums } from '../../../src/apps/invoicing/jobs/fold-sums.job.js';
import { MakeRecurring } from '../../../src/apps/invoicing/jobs/make-recurring.job.js';
import { Remind } from '../../../src/apps/invoicing/jobs/remind.job.js';
import { atOnce } from '../../account/at-once.js';
import { type Account, TestService } from '../../support/service.js';

type Who = Pick<Account, 'client'>;
const JOBS = { make: MakeRecurring, remind: Remind, fold: FoldSums };

/** A service in which owners have clients, and time is moved by SQL. */
export class BillingOffice {
  private constructor(readonly service: TestService) {}

  static async start(): Promise<BillingOffice> {
    return new BillingOffice(await TestService.lease());
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Somebody who has the app and may issue. */
  async owner(settings: object = {}): Promise<Account> {
    const made = await this.service.account();
    await made.client.post('/v1/apps/install', { slug: 'invoicing' }).expect(200);
    await this.ask(made, 'update-settings', { business_name: 'Ann Studio', ...settings });
    return made;
  }

  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/invoicing/${action}`, input);
  }

  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    return (await this.call(who, action, input).expect(200)).body;
  }

  expectRefused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  /** A refusal of the input; the answer tells what is wrong. */
  async wrong(who: Who, action: string, input: object): Promise<any[]> {
    const { body } = await this.call(who, action, input).expect(400);
    expect(body.error).toBe('Validation error');
    return body.details;
  }

  async client(who: Who, more: object = {}): Promise<any> {
    return (await this.ask(who, 'create-client', { name: 'Bob Ltd', ...more })).client;
  }

  /** Of one line with this price, without a tax. */
  async invoice(who: Who, { id }: { id: string }, more: object = {}): Promise<any> {
    const lines = [{ description: 'Design', unit_price: 100 }];
    return (await this.ask(who, 'create-invoice', { client_id: id, lines, ...more })).invoice;
  }

  async recurring(who: Who, { id }: { id: string }, more: object = {}): Promise<any> {
    const input = {
      lines: [{ description: 'Hosting', unit_price: 10 }],
      unit: 'month',
      start_date: daysOn(0),
      ...more,
    };
    return (await this.ask(who, 'create-recurring-invoice', { client_id: id, ...input })).recurring_invoice;
  }

  async listed(who: Who, { id }: { id: string }): Promise<any> {
    const { recurring_invoices } = await this.ask(who, 'list-recurring-invoices', { limit: 100 });
    return recurring_invoices.find((one: { id: string }) => one.id === id);
  }

  /** As if it had begun on that day, and nothing had been made since. */
  begun({ id }: { id: string }, start: string): Promise<any[]> {
    return this.rows(
      'UPDATE ext_invoicing.recurring_invoices SET start_date = $2, next_date = $2 WHERE id = $1',
      id,
      start,
    );
  }

  made({ id }: { id: string }): Promise<any[]> {
    return this.rows(
      `SELECT *, issue_date::text, due_date::text, recurring_date::text FROM ext_invoicing.documents d
       WHERE recurring_id = $1 ORDER BY d.recurring_date`,
      id,
    );
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  async notices({ id }: { id: string }, what: string): Promise<any[]> {
    const rows = await this.rows(
      'SELECT data FROM notifications.notifications WHERE user_id = $1 AND type = $2 ORDER BY id',
      id,
      `invoicing.${what}`,
    );
    return rows.map(({ data }) => data);
  }

  async run(job: keyof typeof JOBS, times = 1): Promise<void> {
    const service = this.service.app.get<{ run(data: object): Promise<void> }>(JOBS[job], { strict: false });
    await atOnce(times, () => service.run({}));
  }

  async leave({ client }: Who): Promise<void> {
    await client.delete('/v1/users/me', { password: 'correct horse battery' }).expect(200);
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** So many days from today in UTC. */
export const daysOn = (days: number, from = Date.now()) => new Date(from + days * DAY_MS).toISOString().slice(0, 10);
/** The day of the zone, by another calendar than that of the service. */
export const dayIn = (timeZone: string) => new Intl.DateTimeFormat('sv', { timeZone }).format(new Date());

/** A zone whose clocks show this hour now, at some minute. */
export function zoneAt(hour: number): string {
  const ahead = (hour - new Date().getUTCHours() + 36) % 24;
  const offset = ahead - 12;
  if (offset === 0) return 'UTC';
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}
