import { RecurringRepository } from '../../../src/apps/invoicing/recurring/recurring.repository.js';
import { borderPassed, HOUR_MS } from '../../support/clock.js';
import type { Account } from '../../support/service.js';
import { BillingOffice, dayIn, daysOn } from './billing-office.js';

let office: BillingOffice;
let ann: Account;
let bob: any;
beforeAll(async () => {
  office = await BillingOffice.start();
});
beforeEach(async () => {
  ann = await office.owner();
  bob = await office.client(ann);
});
afterAll(() => office.stop());

const LAST_YEAR = new Date().getUTCFullYear() - 1;
const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
const lines = [{ description: 'Hosting', unit_price: 10 }];
const archive = (status: 'archived' | 'active') => office.ask(ann, 'update-client', { client_id: bob.id, status });

describe('Dates', () => {
  it('one invoice for each date that has come, on the last day of short months; it ends with the end date', async () => {
    const one = await office.recurring(ann, bob);
    await office.begun(one, `${LAST_YEAR}-01-31`);
    await office.rows(
      'UPDATE ext_invoicing.recurring_invoices SET end_date = $2 WHERE id = $1',
      one.id,
      `${LAST_YEAR}-12-31`,
    );
    await office.run('make');
    const days = ['01-31', isLeap(LAST_YEAR) ? '02-29' : '02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31'];
    const dates = [...days, '09-30', '10-31', '11-30', '12-31'].map((day) => `${LAST_YEAR}-${day}`);
    const made = await office.made(one);
    expect(made.map(({ issue_date, recurring_date }) => [issue_date, recurring_date])).toEqual(
      dates.map((d) => [d, d]),
    );
    expect(made[0]).toMatchObject({ status: 'draft', source: 'recurring', total_minor: '1000', owner_id: ann.id });
    expect(await office.listed(ann, one)).toMatchObject({ status: 'ended', next_date: null, made_count: 12 });
  });

  it('at most twelve are caught up in a run', async () => {
    const one = await office.recurring(ann, bob, { unit: 'week' });
    await office.begun(one, daysOn(-15 * 7));
    await office.run('make');
    expect(await office.made(one)).toHaveLength(12);
    await office.run('make');
    expect(await office.made(one)).toHaveLength(16);
    await office.run('make');
    expect(await office.listed(ann, one)).toMatchObject({ made_count: 16, next_date: daysOn(7), status: 'active' });
  });

  it('ends after as many as were wanted', async () => {
    const one = await office.recurring(ann, bob, { unit: 'week', max_count: 2 });
    await office.begun(one, daysOn(-30));
    await office.run('make');
    expect(await office.made(one)).toHaveLength(2);
    expect(await office.listed(ann, one)).toMatchObject({ status: 'ended', next_date: null, made_count: 2 });
  });

  it.each(['Pacific/Auckland', 'Pacific/Niue', 'America/New_York', 'UTC'])('today is that of %s', async (timezone) => {
    await office.ask(ann, 'update-settings', { timezone });
    await borderPassed(HOUR_MS);
    const today = dayIn(timezone);
    const [due, coming] = [
      await office.recurring(ann, bob, { start_date: today }),
      await office.recurring(ann, bob, { start_date: daysOn(1, Date.parse(today)) }),
    ];
    await office.run('make');
    expect(await office.made(due)).toMatchObject([{ issue_date: today }]);
    expect(await office.made(coming)).toEqual([]);
  });

  it('nothing is made for an owner without the app, until they have it again', async () => {
    const one = await office.recurring(ann, bob);
    await office.rows(`DELETE FROM apps.installations WHERE user_id = $1 AND app = 'invoicing'`, ann.id);
    await office.run('make');
    expect(await office.made(one)).toEqual([]);
    await ann.client.post('/v1/apps/install', { slug: 'invoicing' }).expect(200);
    await office.run('make');
    expect(await office.made(one)).toHaveLength(1);
  });

  it('runs at once make each invoice once, and numbers have no gap', async () => {
    const all = [];
    for (let n = 0; n < 6; n++) all.push(await office.recurring(ann, bob, { unit: 'week', mode: 'issue' }));
    for (const one of all) await office.begun(one, daysOn(-15));
    await office.run('make', 5);
    await office.run('make');
    for (const one of all) expect(await office.made(one)).toHaveLength(3);
    const numbers = await office.rows(
      'SELECT sequence FROM ext_invoicing.documents WHERE owner_id = $1 ORDER BY issue_date, sequence',
      ann.id,
    );
    const sorted = numbers.map(({ sequence }) => sequence).toSorted((a: number, b: number) => a - b);
    expect(new Set(sorted.map((n, index) => n - index)).size).toBeLessThanOrEqual(2);
  });

  it('a date that is asked for again makes no second invoice', async () => {
    const one = await office.recurring(ann, bob);
    await office.run('make');
    await office.ask(ann, 'update-recurring-invoice', { recurring_invoice_id: one.id, next_date: daysOn(0) });
    await office.run('make');
    expect(await office.made(one)).toHaveLength(1);
    expect(await office.listed(ann, one)).toMatchObject({ made_count: 1, last_error: null });
  });
});

describe('What the invoices say', () => {
  it('has the days of the period, and the price and rate of its day', async () => {
    const { tax_rate } = await office.ask(ann, 'save-tax-rate', { name: 'VAT', percent: 10 });
    const item = { name: 'Plan', unit_price: 10, tax_rate_id: tax_rate.id };
    const { item: plan } = await office.ask(ann, 'save-item', item);
    const description = 'Plan of {month} {year}: {period_start} to {period_end}, {date}; {other}';
    const wanted = { lines: [{ item_id: plan.id, description, quantity: 2 }], discount_percent: 50, notes: 'Thanks' };
    const one = await office.recurring(ann, bob, { ...wanted, due_days: 3, end_date: '2890-01-01' });
    await office.begun(one, `${LAST_YEAR}-02-28`);
    await office.rows(`UPDATE ext_invoicing.recurring_invoices SET max_count = 1 WHERE id = $1`, one.id);
    await office.ask(ann, 'save-item', { item_id: plan.id, unit_price: 20 });
    await office.ask(ann, 'save-tax-rate', { tax_rate_id: tax_rate.id, percent: 20 });
    await office.run('make');
    const [made] = await office.made(one);
    expect(made).toMatchObject({ subtotal_minor: '4000', discount_minor: '2000', tax_minor: '400', notes: 'Thanks' });
    const begun = `${LAST_YEAR}-02-28`;
    expect([made.issue_date, made.due_date]).toEqual([begun, daysOn(3, Date.parse(begun))]);
    const { lines: stored, events } = await office.ask(ann, 'get-invoice', { invoice_id: made.id });
    const period = `${LAST_YEAR}-02-28 to ${LAST_YEAR}-03-27`;
    expect(stored[0].description).toBe(`Plan of February ${LAST_YEAR}: ${period}, ${LAST_YEAR}-02-28; {other}`);
    expect(events).toMatchObject([{ kind: 'created', actor_id: null }]);
    expect((await office.listed(ann, one)).lines).toEqual(wanted.lines);
  });

  it('is issued with the terms of the client, or sent to them', async () => {
    await office.ask(ann, 'update-client', { client_id: bob.id, payment_terms_days: 9 });
    const cat = await office.service.account();
    const client = await office.client(ann, { name: 'Cat', user_id: cat.id });
    const issued = await office.recurring(ann, bob, { mode: 'issue' });
    const sent = await office.recurring(ann, client, { mode: 'send', due_days: 0 });
    await office.run('make');
    expect(await office.made(issued)).toMatchObject([{ status: 'issued', due_date: daysOn(9), sent_at: null }]);
    const [{ id, ...made }] = await office.made(sent);
    expect(made).toMatchObject({
      status: 'issued',
      issue_date: daysOn(0),
      due_date: daysOn(0),
      sent_at: expect.any(Date),
    });
    expect(await office.notices(cat, 'received')).toMatchObject([{ invoice_id: id }]);
  });
});

describe('Failures', () => {
  it('are kept and told, and tried again; five in a row pause it', async () => {
    await office.ask(ann, 'update-settings', { business_name: '' });
    const one = await office.recurring(ann, bob, { mode: 'issue' });
    await office.run('make');
    expect(await office.made(one)).toEqual([]);
    expect(await office.listed(ann, one)).toMatchObject({
      last_error: 'Set the business name first',
      status: 'active',
    });
    const notice = { recurring_invoice_id: one.id, error: 'Set the business name first', is_paused: false };
    expect(await office.notices(ann, 'recurring_failed')).toMatchObject([notice]);
    for (let hour = 2; hour <= 5; hour++) await office.run('make');
    expect(await office.listed(ann, one)).toMatchObject({ status: 'paused', next_date: daysOn(0) });
    const notices = await office.notices(ann, 'recurring_failed');
    expect([notices.length, notices.at(-1)]).toMatchObject([5, { ...notice, is_paused: true }]);
    await office.run('make');
    expect(await office.notices(ann, 'recurring_failed')).toHaveLength(5);

    await office.ask(ann, 'update-settings', { business_name: 'Ann Studio' });
    const input = { recurring_invoice_id: one.id, status: 'active', backfill: true };
    const { recurring_invoice } = await office.ask(ann, 'update-recurring-invoice', input);
    expect(recurring_invoice).toMatchObject({ status: 'active', last_error: null });
    await office.run('make');
    expect(await office.made(one)).toHaveLength(1);
  });

  it('an invoice that works ends the row of failures', async () => {
    await office.ask(ann, 'update-settings', { business_name: '' });
    const one = await office.recurring(ann, bob, { mode: 'issue' });
    for (let hour = 1; hour <= 4; hour++) await office.run('make');
    await office.ask(ann, 'update-settings', { business_name: 'Ann Studio' });
    await office.run('make');
    expect(await office.listed(ann, one)).toMatchObject({ status: 'active', last_error: null, made_count: 1 });
    const [{ failures }] = await office.rows(
      'SELECT failures FROM ext_invoicing.recurring_invoices WHERE id = $1',
      one.id,
    );
    expect(failures).toBe(0);
  });

  it('runs at once count one failure, and others are made all the same', async () => {
    const [failing, other] = [await office.recurring(ann, bob), await office.recurring(ann, await office.client(ann))];
    await archive('archived');
    await office.rows(`UPDATE ext_invoicing.recurring_invoices SET status = 'active' WHERE id = $1`, failing.id);
    // One that begins when another has noted the failure would fail anew.
    const recurring = office.service.app.get(RecurringRepository, { strict: false });
    const { due } = recurring;
    let begun = 0;
    let begin: () => void;
    const allBegun = new Promise<void>((resolve) => (begin = resolve));
    recurring.due = async (after) => {
      const batch = await due.call(recurring, after);
      if (++begun === 5) begin();
      await allBegun;
      return batch;
    };
    await office.run('make', 5).finally(() => Reflect.deleteProperty(recurring, 'due'));
    expect(await office.listed(ann, failing)).toMatchObject({ last_error: 'Client is archived', status: 'active' });
    expect(await office.notices(ann, 'recurring_failed')).toHaveLength(1);
    expect(await office.made(other)).toHaveLength(1);
  });

  it('dates that worked before a failure stay, and a gone item says so', async () => {
    const { item } = await office.ask(ann, 'save-item', { name: 'Plan', unit_price: 10 });
    const one = await office.recurring(ann, bob, { lines: [{ item_id: item.id }] });
    await office.run('make');
    await office.rows('DELETE FROM ext_invoicing.items WHERE id = $1', item.id);
    await office.begun(one, daysOn(-1));
    await office.run('make');
    expect(await office.made(one)).toHaveLength(1);
    expect(await office.listed(ann, one)).toMatchObject({ made_count: 1, last_error: 'Item not found' });
    await office.ask(ann, 'update-recurring-invoice', { recurring_invoice_id: one.id, lines });
    await office.run('make');
    expect(await office.listed(ann, one)).toMatchObject({ made_count: 2, last_error: null });
  });
});
