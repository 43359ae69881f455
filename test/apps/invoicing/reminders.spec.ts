import { comeTo } from '../../../src/apps/invoicing/reminders/marks.policy.js';
import type { Account } from '../../support/service.js';
import { BillingOffice, dayIn, daysOn, zoneAt } from './billing-office.js';

let office: BillingOffice;
let ann: Account;
let cat: Account;
let client: any;
let today: string;
beforeAll(async () => {
  office = await BillingOffice.start();
});
beforeEach(async () => {
  const timezone = zoneAt(12);
  ann = await office.owner({ timezone, reminder_days: [-3, 1, 7] });
  cat = await office.service.account();
  client = await office.client(ann, { user_id: cat.id });
  today = dayIn(timezone);
});
afterAll(() => office.stop());

const day = (days: number) => daysOn(days, Date.parse(today));
/** Issued a month ago. */
const due = (days: number, more: object = {}) =>
  office.invoice(ann, client, { issue: true, issue_date: day(-30), due_date: day(days), ...more });
const change = ({ id }: { id: string }, columns: string) =>
  office.rows(`UPDATE ext_invoicing.documents SET ${columns} WHERE id = $1`, id);
const reminded = async ({ id }: { id: string }) => {
  const notices = await office.notices(cat, 'reminder');
  return notices.filter((notice) => notice.invoice_id === id).length;
};

describe('Reminders', () => {
  it('go to the client once for each mark, however often the job runs', async () => {
    const invoice = await due(3);
    await office.run('remind', 5);
    await office.run('remind');
    expect(await reminded(invoice)).toBe(1);
    const shown = await office.ask(ann, 'get-invoice', { invoice_id: invoice.id });
    expect(shown.invoice).toMatchObject({ reminded_at: expect.any(String), sent_at: expect.any(String) });
    expect(shown.events.at(-1)).toMatchObject({
      kind: 'reminded',
      actor_id: null,
      data: { delivered: true, mark: -3 },
    });
    const again = { invoice_id: invoice.id, kind: 'reminder' };
    await office.expectRefused(ann, 'send-invoice', again, 409, 'Reminded less than 24 hours ago');

    await change(invoice, `due_date = due_date - 4`);
    await office.run('remind', 5);
    expect(await reminded(invoice)).toBe(2);
    await change(invoice, `due_date = due_date - 6`);
    await office.run('remind');
    expect(await reminded(invoice)).toBe(3);
  });

  it.each([
    [3, 1],
    [2, 1],
    [1, 0],
    [4, 0],
    [0, 0],
    [-1, 1],
    [-2, 1],
    [-3, 0],
    [-7, 1],
    [-8, 1],
    [-9, 0],
  ])('an invoice that is due in %i days: %i', async (days, count) => {
    const invoice = await due(days);
    await office.run('remind');
    expect(await reminded(invoice)).toBe(count);
  });

  it('of two marks that have come, the last one counts', async () => {
    await office.ask(ann, 'update-settings', { reminder_days: [2, 1] });
    const invoice = await due(-2);
    await office.run('remind');
    await office.run('remind');
    expect(await reminded(invoice)).toBe(1);
    const [{ reminded_mark }] = await office.rows(
      'SELECT reminded_mark FROM ext_invoicing.documents WHERE id = $1',
      invoice.id,
    );
    expect(reminded_mark).toBe(2);
  });

  it('a mark before the issue date does not count', async () => {
    const [late, same] = [await due(2, { issue_date: today }), await due(3, { issue_date: today })];
    await office.run('remind');
    expect([await reminded(late), await reminded(same)]).toEqual([0, 1]);
  });

  it('another due date begins anew', async () => {
    const invoice = await due(-1);
    await office.run('remind');
    await office.ask(ann, 'update-invoice', { invoice_id: invoice.id, due_date: day(3) });
    await office.run('remind');
    expect(await reminded(invoice)).toBe(2);
  });

  it('nothing comes before eight o’clock in the zone of the owner', async () => {
    const timezone = zoneAt(4);
    await office.ask(ann, 'update-settings', { timezone });
    today = dayIn(timezone);
    const invoice = await due(3);
    await office.run('remind');
    expect(await reminded(invoice)).toBe(0);
  });

  it('nothing comes for what is paid, void, a draft, without reminders, or of an owner without the app', async () => {
    const all = [await due(3), await due(3), await due(3), await due(3, { issue: false })];
    const [paid, voided, silent, draft] = all as [any, any, any, any];
    await change(paid, 'paid_minor = total_minor');
    await office.ask(ann, 'void-invoice', { invoice_id: voided.id, reason: 'Wrong' });
    await office.ask(ann, 'update-invoice', { invoice_id: silent.id, reminders: false });
    await office.run('remind');
    for (const invoice of [paid, voided, silent, draft]) expect(await reminded(invoice)).toBe(0);
    const open = await due(3);
    await office.rows(`DELETE FROM apps.installations WHERE user_id = $1 AND app = 'invoicing'`, ann.id);
    await office.run('remind');
    expect(await reminded(open)).toBe(0);
  });

  it('a client without an account gets a mail for each mark', async () => {
    const email = 'dora@clients.example';
    const invoice = await office.invoice(ann, await office.client(ann, { email }), {
      issue: true,
      issue_date: day(-30),
      due_date: day(3),
    });
    await office.run('remind', 3);
    const [mail] = await office.service.mailsTo(email);
    expect(mail?.text).toContain(invoice.hosted_url);
    const { events } = await office.ask(ann, 'get-invoice', { invoice_id: invoice.id });
    expect(events.at(-1).data).toEqual({ delivered: false, mark: -3 });
    await office.service.jobsDone();
    expect(await office.service.mailsTo(email)).toHaveLength(1);
  });

  it('one that is locked by a payment is left for the next hour', async () => {
    const [locked, other] = [await due(3), await due(3)];
    const holder = await office.service.database.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM ext_invoicing.documents WHERE id = $1 FOR UPDATE', [locked.id]);
    await office.run('remind');
    expect([await reminded(locked), await reminded(other)]).toEqual([0, 1]);
    await holder.query('ROLLBACK');
    holder.release();
    await office.run('remind');
    expect(await reminded(locked)).toBe(1);
  });

  it('more than a batch of them', async () => {
    await office.rows(
      `INSERT INTO ext_invoicing.documents (owner_id, client_id, status, number, issue_date, due_date, currency, total_minor, public_token)
       SELECT $1::uuid, $2, 'issued', 'M-' || n, $3::date - 30, $3::date + 3, 'usd', 100, md5($1::uuid || '' || n) FROM generate_series(1, 1100) n`,
      ann.id,
      client.id,
      today,
    );
    await office.run('remind', 2);
    await office.run('remind');
    expect(await office.notices(cat, 'reminder')).toHaveLength(1100);
  });
});

describe('Overdue', () => {
  it('the owner is told once, on the first overdue day or the next', async () => {
    const told = [await due(-1), await due(-2)];
    for (const days of [0, -3]) await due(days);
    const silent = await due(-1);
    await office.ask(ann, 'update-invoice', { invoice_id: silent.id, reminders: false });
    await office.run('remind', 5);
    await office.run('remind');
    const ids = (await office.notices(ann, 'overdue')).map(({ invoice_id }) => invoice_id);
    expect(ids.toSorted()).toEqual(told.map(({ id }) => id).toSorted());
  });

  it('not before eight o’clock', async () => {
    const timezone = zoneAt(4);
    await office.ask(ann, 'update-settings', { timezone });
    today = dayIn(timezone);
    await due(-1);
    await office.run('remind');
    expect(await office.notices(ann, 'overdue')).toEqual([]);
  });
});

describe('The clock', () => {
  const at = (timezone: string, instant: string) =>
    comeTo('ann', { timezone, reminder_days: [1] }, Date.parse(instant));
  const marked = (timezone: string, instant: string) => at(timezone, instant)?.marks.map(({ due_date }) => due_date);

  it.each([
    ['Europe/Berlin', '2026-03-28T06:59:59Z', undefined],
    ['Europe/Berlin', '2026-03-28T07:00:00Z', '2026-03-27'],
    ['Europe/Berlin', '2026-03-29T05:59:59Z', undefined],
    ['Europe/Berlin', '2026-03-29T06:00:00Z', '2026-03-28'],
    ['America/New_York', '2026-11-01T12:59:59Z', undefined],
    ['America/New_York', '2026-11-01T13:00:00Z', '2026-10-31'],
    ['Pacific/Auckland', '2026-02-28T18:59:59Z', undefined],
    ['Pacific/Auckland', '2026-02-28T19:00:00Z', '2026-02-28'],
    ['UTC', '2026-02-28T19:00:00Z', '2026-02-27'],
  ])('of %s at %s', (timezone, instant, due_date) => {
    expect(marked(timezone, instant)?.[0]).toBe(due_date);
  });

  it('a day has one mark, the last; the overdue days are yesterday and the day before', () => {
    const come = comeTo('ann', { timezone: 'UTC', reminder_days: [1, 2, -3] }, Date.parse('2026-05-10T12:00:00Z'));
    expect(come?.marks.map(({ due_date, mark }) => [due_date, mark])).toEqual([
      ['2026-05-09', 1],
      ['2026-05-08', 2],
      ['2026-05-07', 2],
      ['2026-05-13', -3],
      ['2026-05-12', -3],
    ]);
    expect(come?.overdue.map(({ due_date }) => due_date)).toEqual(['2026-05-09', '2026-05-08']);
  });
});
