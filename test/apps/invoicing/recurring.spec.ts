import { atOnce, refusals, tally } from '../../account/at-once.js';
import { borderPassed, HOUR_MS } from '../../support/clock.js';
import { deadlocks } from '../../support/deadlocks.js';
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

const LINES = [{ description: 'Hosting', unit_price: 10 }];
const input = (more: object = {}) => ({
  client_id: bob.id,
  lines: LINES,
  unit: 'month',
  start_date: '2890-01-31',
  ...more,
});
const expectRefused = (more: object, status: number, error: string) =>
  office.expectRefused(ann, 'create-recurring-invoice', input(more), status, error);
const update = (one: { id: string }, more: object) =>
  office.ask(ann, 'update-recurring-invoice', { recurring_invoice_id: one.id, ...more });
const expectUpdateRefused = (one: { id: string }, more: object, status: number, error: string) =>
  office.expectRefused(ann, 'update-recurring-invoice', { recurring_invoice_id: one.id, ...more }, status, error);

describe('Creating', () => {
  it('shows the first three dates; the 31st of a short month is its last day', async () => {
    const { recurring_invoice, next_dates } = await office.ask(ann, 'create-recurring-invoice', input());
    expect(next_dates).toEqual(['2890-01-31', '2890-02-28', '2890-03-31']);
    expect(recurring_invoice).toMatchObject({
      client_id: bob.id,
      lines: LINES,
      every: 1,
      unit: 'month',
      next_date: '2890-01-31',
      made_count: 0,
      mode: 'draft',
      status: 'active',
      notes: null,
      due_days: null,
      discount_percent: null,
      last_error: null,
    });
  });

  it.each([
    [{ max_count: 2 }, ['2890-01-31', '2890-02-28']],
    [{ end_date: '2890-02-27' }, ['2890-01-31']],
    [{ unit: 'week', every: 2 }, ['2890-01-31', '2890-02-14', '2890-02-28']],
    [{ unit: 'quarter' }, ['2890-01-31', '2890-04-30', '2890-07-31']],
    [{ unit: 'year', start_date: '2880-02-29' }, ['2880-02-29', '2881-02-28', '2882-02-28']],
  ])('%j has the dates %j', async (more, dates) => {
    expect((await office.ask(ann, 'create-recurring-invoice', input(more))).next_dates).toEqual(dates);
  });

  it('refuses days that cannot be', async () => {
    await expectRefused({ start_date: daysOn(-2) }, 400, 'Start date is in the past');
    await expectRefused({ end_date: '2890-01-30' }, 400, 'End date is before the start date');
    const [fault] = await office.wrong(ann, 'create-recurring-invoice', input({ start_date: '2950-01-01' }));
    expect(fault).toEqual({ field: 'start_date', message: 'start_date must not be after 2900-01-01' });
    for (const wrong of [
      { every: 13 },
      { unit: 'day' },
      { due_days: 366 },
      { max_count: 0 },
      { lines: [] },
      { mode: 'x' },
    ])
      await office.wrong(ann, 'create-recurring-invoice', input(wrong));
  });

  it('starts today at the earliest, in the zone of the owner', async () => {
    await borderPassed(HOUR_MS);
    for (const timezone of ['Pacific/Auckland', 'Pacific/Niue', 'UTC']) {
      await office.ask(ann, 'update-settings', { timezone });
      await office.recurring(ann, bob, { start_date: dayIn(timezone) });
      const before = daysOn(-1, Date.parse(dayIn(timezone)));
      await expectRefused({ start_date: before }, 400, 'Start date is in the past');
    }
  });

  it('checks the lines as if they were invoiced now', async () => {
    const id = '01900000-0000-7000-8000-000000000000';
    await expectRefused({ lines: [{ item_id: id }] }, 404, 'Item not found');
    await expectRefused({ lines: [{ ...LINES[0], tax_rate_id: id }] }, 404, 'Tax rate not found');
    await expectRefused({ lines: [{ description: 'Off', unit_price: -1 }] }, 400, 'Invoice total cannot be negative');
    const item = { name: 'Tea', unit_price: 1, currency: 'eur' };
    const { item: tea } = await office.ask(ann, 'save-item', item);
    await expectRefused({ lines: [{ item_id: tea.id }] }, 400, "Item currency differs from the client's");
    for (const line of [{ unit_price: 1 }, { description: 'x' }, { description: 'x', unit_price: 1.001 }])
      await office.wrong(ann, 'create-recurring-invoice', input({ lines: [line] }));
  });

  it('is for active clients of the owner', async () => {
    const eve = await office.owner();
    await office.expectRefused(eve, 'create-recurring-invoice', input(), 404, 'Client not found');
    await office.ask(ann, 'update-client', { client_id: bob.id, status: 'archived' });
    await expectRefused({}, 409, 'Client is archived');
  });

  it('has a limit of 500 that holds at once; those that have ended do not count', async () => {
    await office.rows(
      `INSERT INTO ext_invoicing.recurring_invoices (owner_id, client_id, template, unit, start_date, next_date, status)
       SELECT $1, $2, '{"lines":[]}', 'month', '2890-01-31', '2890-01-31', CASE WHEN n > 495 THEN 'ended' ELSE 'active' END
       FROM generate_series(1, 600) n`,
      ann.id,
      bob.id,
    );
    const answers = await atOnce(20, () => office.call(ann, 'create-recurring-invoice', input()));
    expect([tally(answers), refusals(answers)]).toEqual([
      { 200: 5, 409: 15 },
      [{ error: 'At most 500 recurring invoices' }],
    ]);
  });
});

describe('Listing', () => {
  it('shows the own ones, newest first, by client and status, with the last invoice', async () => {
    const first = await office.recurring(ann, bob);
    const cat = await office.client(ann, { name: 'Cat' });
    const second = await office.recurring(ann, cat, { start_date: '2890-01-31' });
    await office.begun(first, daysOn(-40));
    await office.run('make');
    const { recurring_invoices } = await office.ask(ann, 'list-recurring-invoices');
    expect(recurring_invoices.map(({ id }: any) => id)).toEqual([second.id, first.id]);
    const made = await office.made(first);
    expect(recurring_invoices[1]).toMatchObject({ made_count: 2, last_error: null, last_invoice_id: made.at(-1).id });
    expect(recurring_invoices[0]).toMatchObject({ made_count: 0, next_date: '2890-01-31', last_invoice_id: null });
    const of = async (filter: object) =>
      (await office.ask(ann, 'list-recurring-invoices', filter)).recurring_invoices.map(({ id }: any) => id);
    expect(await of({ client_id: bob.id })).toEqual([first.id]);
    expect(await of({ status: 'paused' })).toEqual([]);
    expect(await of({ limit: 1 })).toEqual([second.id]);
    expect(await office.ask(await office.owner(), 'list-recurring-invoices')).toMatchObject({ recurring_invoices: [] });
  });
});

describe('Changing', () => {
  it('holds for invoices made later, and recomputes the dates', async () => {
    const one = await office.recurring(ann, bob, { start_date: '2890-01-31', notes: 'Hello' });
    const { recurring_invoice, next_dates } = await update(one, {
      lines: [{ description: 'More', unit_price: 20 }],
      every: 2,
      mode: 'issue',
      due_days: 3,
      max_count: 2,
    });
    expect(next_dates).toEqual(['2890-01-31', '2890-03-31']);
    const changed = { mode: 'issue', due_days: 3, max_count: 2, notes: 'Hello', every: 2 };
    expect(recurring_invoice).toMatchObject({ ...changed, lines: [{ description: 'More', unit_price: 20 }] });
    const cleared = await update(one, { notes: null, due_days: null, max_count: null, end_date: '2890-03-01' });
    expect(cleared.next_dates).toEqual(['2890-01-31']);
    expect(cleared.recurring_invoice).toMatchObject({ notes: null, due_days: null, max_count: null });
  });

  it('begins anew from a next date that is none of its dates', async () => {
    const one = await office.recurring(ann, bob, { start_date: '2890-01-31' });
    expect((await update(one, { next_date: '2890-02-28' })).next_dates[1]).toBe('2890-03-31');
    expect((await update(one, { next_date: '2890-03-15' })).next_dates[1]).toBe('2890-04-15');
    await expectUpdateRefused(one, { next_date: daysOn(-2) }, 400, 'Next date is in the past');
    await expectUpdateRefused(one, { end_date: '2890-01-01' }, 400, 'End date is before the start date');
    await office.wrong(ann, 'update-recurring-invoice', { recurring_invoice_id: one.id, next_date: '2950-01-01' });
  });

  it('checks new lines', async () => {
    const one = await office.recurring(ann, bob);
    const item_id = '01900000-0000-7000-8000-000000000000';
    await expectUpdateRefused(one, { lines: [{ item_id }] }, 404, 'Item not found');
    const lines = [{ description: 'x', unit_price: -1 }];
    await expectUpdateRefused(one, { lines }, 400, 'Invoice total cannot be negative');
  });

  it('resumes without the dates that were missed, unless they are asked for', async () => {
    const [skipping, filling] = [await office.recurring(ann, bob), await office.recurring(ann, bob)];
    for (const one of [skipping, filling]) {
      await update(one, { status: 'paused' });
      await office.rows(`UPDATE ext_invoicing.recurring_invoices SET unit = 'week' WHERE id = $1`, one.id);
      await office.begun(one, daysOn(-15));
    }
    await office.run('make');
    expect(await office.made(skipping)).toEqual([]);
    const resumed = await update(skipping, { status: 'active' });
    expect(resumed.recurring_invoice).toMatchObject({ status: 'active', next_date: daysOn(6) });
    await update(filling, { status: 'active', backfill: true });
    await office.run('make');
    expect(await office.made(skipping)).toEqual([]);
    expect((await office.made(filling)).map(({ issue_date }) => issue_date)).toEqual(
      [-15, -8, -1].map((n) => daysOn(n)),
    );
  });

  it('ends for good', async () => {
    const one = await office.recurring(ann, bob);
    const { recurring_invoice, next_dates } = await update(one, { status: 'ended' });
    expect([recurring_invoice.status, recurring_invoice.next_date, next_dates]).toEqual(['ended', null, []]);
    await expectUpdateRefused(one, { status: 'active' }, 409, 'Recurring invoice has ended');
    await expectUpdateRefused(one, { notes: 'x' }, 409, 'Recurring invoice has ended');
  });

  it('ends where no date is left', async () => {
    const one = await office.recurring(ann, bob, { unit: 'week' });
    await office.begun(one, daysOn(-8));
    await office.run('make');
    expect((await update(one, { max_count: 2 })).recurring_invoice).toMatchObject({ status: 'ended', made_count: 2 });
  });

  it('is not resumed for an archived client', async () => {
    const one = await office.recurring(ann, bob);
    await office.ask(ann, 'update-client', { client_id: bob.id, status: 'archived' });
    expect((await office.listed(ann, one)).status).toBe('paused');
    await expectUpdateRefused(one, { status: 'active' }, 409, 'Client is archived');
    await update(one, { notes: 'Still changed' });
  });

  it('belongs to its owner', async () => {
    const one = await office.recurring(ann, bob);
    const wanted = { recurring_invoice_id: one.id, status: 'ended' };
    await office.expectRefused(await office.owner(), 'update-recurring-invoice', wanted, 403, 'Forbidden');
    const nobody = { ...wanted, recurring_invoice_id: ann.id };
    await office.expectRefused(ann, 'update-recurring-invoice', nobody, 404, 'Recurring invoice not found');
  });

  it('twenty changes and an archiving at once leave nothing active for an archived client', async () => {
    const one = await office.recurring(ann, bob);
    const before = await deadlocks(office.service);
    const answers = await atOnce(20, (n) => {
      if (n === 10) return office.call(ann, 'update-client', { client_id: bob.id, status: 'archived' });
      const status = n % 2 ? 'active' : 'paused';
      return office.call(ann, 'update-recurring-invoice', { recurring_invoice_id: one.id, status });
    });
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await office.listed(ann, one)).status).toBe('paused');
    expect(await deadlocks(office.service)).toBe(before);
  });
});
